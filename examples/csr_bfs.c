// Makes the compressed sparse rows of a graph from the list of its edges, and
// searches the graph breadth first from vertex 0.
//
// Rows: every edge takes the next place in the row of its first vertex (an
// atomic capture), a scan over the lengths of the rows computes where they
// begin, and every edge goes to its place. Search: the vertices of a level are
// in a queue, and mark their neighbours that have no level yet; a scan selects
// the marked vertices, which are the queue of the next level. All data stays on
// the device; the host only gets the length of each queue.
//
// Build: ompscan-clang -O2 csr_bfs.c -o csr_bfs
// Run:   ./csr_bfs [VERTICES or FILE]
//
// A file has two numbers of vertices, from 0 up, on each line; a line that
// begins with '#' is skipped. Otherwise the graph is random, with eight edges a
// vertex. Edges are directed.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"

enum { Unreached = -1 };

struct result {
  uint32_t *begin;  // Row v is target[begin[v]] to target[begin[v + 1] - 1].
  uint32_t *target; // In the order in which the edges have come.
  int *depth;       // The edges from vertex 0, or Unreached.
  int levels;
};

static struct result new_result(const struct graph *g) {
  return (struct result){allocate(g->vertices + 1, sizeof(uint32_t)),
                         allocate(g->edges, sizeof(uint32_t)),
                         allocate(g->vertices, sizeof(int)), 0};
}

static void free_result(struct result *r) {
  free(r->begin);
  free(r->target);
  free(r->depth);
}

static struct times on_device(const struct graph *g, struct result *r) {
  const uint32_t vertices = g->vertices, edges = g->edges;
  const uint32_t *from = g->from, *to = g->to;
  uint32_t *begin = r->begin, *target = r->target;
  int *depth = r->depth;
  uint32_t *place = allocate(edges, sizeof *place);
  uint32_t *queue = allocate(vertices, sizeof *queue);
  struct times times;
  const double start = seconds();
#pragma omp target data map(to : from[0 : edges], to[0 : edges])               \
    map(from : begin[0 : vertices + 1], target[0 : edges])                     \
    map(from : depth[0 : vertices])                                            \
    map(alloc : place[0 : edges], queue[0 : vertices])
  {
    const double inside = seconds();
    // begin[v + 1] becomes the length of row v.
#pragma omp target teams distribute parallel for
    for (uint32_t v = 0; v <= vertices; v++)
      begin[v] = 0;
#pragma omp target teams distribute parallel for
    for (uint32_t e = 0; e < edges; e++) {
#pragma omp atomic capture
      place[e] = begin[from[e] + 1]++;
    }
#pragma omp target parallel for scan(+ : begin)
    for (uint32_t v = 1; v <= vertices; v++)
      begin[v] += begin[v - 1];
#pragma omp target teams distribute parallel for
    for (uint32_t e = 0; e < edges; e++)
      target[begin[from[e]] + place[e]] = to[e];

#pragma omp target teams distribute parallel for
    for (uint32_t v = 0; v < vertices; v++)
      depth[v] = v == 0 ? 0 : Unreached;
    int level = 0;
    for (;; level++) {
      uint32_t queued = 0;
#pragma omp target parallel for scan(+ : queued)
      for (uint32_t v = 0; v < vertices; v++)
        if (depth[v] == level)
          queue[queued++] = v;
      if (queued == 0)
        break;
#pragma omp target teams distribute parallel for
      for (uint32_t q = 0; q < queued; q++) {
        const uint32_t end = begin[queue[q] + 1];
        for (uint32_t e = begin[queue[q]]; e < end; e++) {
          int seen;
#pragma omp atomic read
          seen = depth[target[e]];
          if (seen == Unreached) {
#pragma omp atomic write
            depth[target[e]] = level + 1;
          }
        }
      }
    }
    r->levels = level;
    times.resident = seconds() - inside;
  }
  times.whole = seconds() - start;
  free(place);
  free(queue);
  return times;
}

static void on_host(const struct graph *g, struct result *r) {
  const uint32_t vertices = g->vertices;
  uint32_t *next = allocate(vertices, sizeof *next);
  memset(r->begin, 0, (vertices + 1) * sizeof *r->begin);
  for (uint32_t e = 0; e < g->edges; e++)
    r->begin[g->from[e] + 1]++;
  for (uint32_t v = 0; v < vertices; v++)
    next[v] = r->begin[v + 1] += r->begin[v];
  for (uint32_t e = g->edges; e-- > 0;)
    r->target[--next[g->from[e]]] = g->to[e];

  for (uint32_t v = 0; v < vertices; v++)
    r->depth[v] = Unreached;
  uint32_t *queue = next, head = 0, tail = 0;
  queue[tail++] = 0;
  r->depth[0] = 0;
  while (head < tail) {
    const uint32_t v = queue[head++];
    r->levels = r->depth[v] + 1;
    for (uint32_t e = r->begin[v]; e < r->begin[v + 1]; e++)
      if (r->depth[r->target[e]] == Unreached) {
        r->depth[r->target[e]] = r->depth[v] + 1;
        queue[tail++] = r->target[e];
      }
  }
  free(queue);
}

// The vertices of a row may be in any order.
static bool have_same_rows(const struct graph *g, const struct result *a,
                           const struct result *b) {
  if (memcmp(a->begin, b->begin, (g->vertices + 1) * sizeof *a->begin) != 0)
    return false;
  for (uint32_t v = 0; v < g->vertices; v++) {
    uint64_t difference = 0;
    for (uint32_t e = a->begin[v]; e < a->begin[v + 1]; e++)
      difference += random_bits(a->target[e]) - random_bits(b->target[e]);
    if (difference != 0)
      return false;
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc > 2) {
    fprintf(stderr, "usage: %s [VERTICES or FILE]\n", argv[0]);
    return 2;
  }
  struct graph graph = graph_of(argc == 2 ? argv[1] : "1000000");
  struct result device = new_result(&graph), host = new_result(&graph);

  struct times best = {0, 0};
  for (int run = 0; run < Runs; run++)
    keep_best(&best, on_device(&graph, &device));
  const double start = seconds();
  on_host(&graph, &host);
  const double host_time = seconds() - start;

  const size_t depth_bytes = graph.vertices * sizeof *host.depth;
  const bool agree = have_same_rows(&graph, &device, &host) &&
                     device.levels == host.levels &&
                     memcmp(device.depth, host.depth, depth_bytes) == 0;
  printf("csr_bfs: %" PRIu32 " vertices, %" PRIu32 " edges, %d levels, "
         "hash %016" PRIx64,
         graph.vertices, graph.edges, device.levels,
         hash_of(device.depth, depth_bytes));
  print_times(best, host_time);
  if (!agree)
    fprintf(stderr, "csr_bfs: DEVICE AND HOST DIFFER\n");
  free_result(&device);
  free_result(&host);
  free_graph(&graph);
  return agree ? 0 : 1;
}
