// csr_bfs.c with Thrust.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/copy.h>
#include <thrust/fill.h>
#include <thrust/for_each.h>
#include <thrust/scan.h>

static times onDevice(const graph &G, int *HostDepth, int &Levels) {
  const uint32_t Vertices = G.vertices, Edges = G.edges;
  times Times;
  const double Start = seconds();
  const Array<uint32_t> AllFrom(G.from, Edges), AllTo(G.to, Edges);
  const Array<uint32_t> Begins(Vertices + 1), Targets(Edges), Places(Edges),
      Queues(Vertices);
  const Array<int> Depths(Vertices);
  const uint32_t *From = AllFrom.get(), *To = AllTo.get();
  uint32_t *Begin = Begins.get(), *Target = Targets.get(),
           *Place = Places.get(), *Queue = Queues.get();
  int *Depth = Depths.get();

  const double Inside = seconds();
  thrust::fill_n(policy(), Begins.begin(), Vertices + 1, 0u);
  thrust::for_each_n(policy(), count<uint32_t>(), Edges,
                     [=] __device__(uint32_t E) {
                       Place[E] = atomicAdd(&Begin[From[E] + 1], 1);
                     });
  thrust::inclusive_scan(policy(), Begins.begin(),
                         Begins.begin() + Vertices + 1, Begins.begin());
  thrust::for_each_n(policy(), count<uint32_t>(), Edges,
                     [=] __device__(uint32_t E) {
                       Target[Begin[From[E]] + Place[E]] = To[E];
                     });

  thrust::for_each_n(
      policy(), count<uint32_t>(), Vertices,
      [=] __device__(uint32_t V) { Depth[V] = V == 0 ? 0 : -1; });
  int Level = 0;
  for (;; ++Level) {
    const auto End = thrust::copy_if(
        policy(), count<uint32_t>(), count<uint32_t>() + Vertices,
        Queues.begin(),
        [=] __device__(uint32_t V) { return Depth[V] == Level; });
    if (End == Queues.begin())
      break;
    thrust::for_each_n(policy(), count<uint32_t>(), End - Queues.begin(),
                       [=] __device__(uint32_t Q) {
                         const uint32_t End = Begin[Queue[Q] + 1];
                         for (uint32_t E = Begin[Queue[Q]]; E < End; ++E) {
                           volatile int *Seen = &Depth[Target[E]];
                           if (*Seen == -1)
                             *Seen = Level + 1;
                         }
                       });
  }
  Levels = Level;
  Times.resident = finishedSince(Inside);
  const Array<uint32_t> *const Results[] = {&Begins, &Targets};
  uint32_t *const Rows = static_cast<uint32_t *>(
      allocate(size_t(Vertices) + 1 + Edges, sizeof(uint32_t)));
  Results[0]->copyTo(Rows, Vertices + 1);
  Results[1]->copyTo(Rows + Vertices + 1, Edges);
  Depths.copyTo(HostDepth, Vertices);
  Times.whole = seconds() - Start;
  free(Rows);
  return Times;
}

int main(int argc, char **argv) {
  needDevice();
  graph G = graph_of(argc > 1 ? argv[1] : "1000000");
  int *Depth = static_cast<int *>(allocate(G.vertices, sizeof *Depth));
  int Levels = 0;
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run)
    keep_best(&Best, onDevice(G, Depth, Levels));
  std::printf("csr_bfs: %" PRIu32 " vertices, %" PRIu32
              " edges, %d levels, hash %016" PRIx64,
              G.vertices, G.edges, Levels,
              hash_of(Depth, G.vertices * sizeof *Depth));
  print_times(Best, -1);
  free(Depth);
  free_graph(&G);
}
