// particles.cpp with Thrust. Compile with -fmad=false, for the same rounding.
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "device.h"
#include <thrust/copy.h>
#include <thrust/iterator/transform_iterator.h>
#include <utility>
#include <vector>

namespace {

struct Particle {
  float X, Y, VX, VY;
};

struct Move {
  __host__ __device__ Particle operator()(Particle P) const {
    const float Step = 1 / 256.0f;
    P = {P.X + P.VX * Step, P.Y + P.VY * Step, P.VX, P.VY - 9.81f * Step};
    if (P.Y < 0) {
      P.Y = -P.Y;
      P.VY = -0.75f * P.VY;
    }
    return P;
  }
};
struct IsInside {
  __host__ __device__ bool operator()(Particle P) const {
    return P.X >= 0 && P.X < 1;
  }
};

times onDevice(std::vector<Particle> &Particles, size_t Steps) {
  times Times;
  const double Start = seconds();
  size_t Count = Particles.size();
  const Array<Particle> A(Particles.data(), Count), B(Count);
  const Array<Particle> *From = &A, *To = &B;
  const double Inside = seconds();
  for (size_t S = 0; S < Steps; ++S) {
    const auto Moved = thrust::make_transform_iterator(From->begin(), Move());
    Count = thrust::copy_if(policy(), Moved, Moved + Count, To->begin(),
                            IsInside()) -
            To->begin();
    std::swap(From, To);
  }
  Times.resident = finishedSince(Inside);
  From->copyTo(Particles.data(), Count);
  Times.whole = seconds() - Start;
  Particles.resize(Count);
  return Times;
}

} // namespace

int main(int argc, char **argv) {
  needDevice();
  size_t Count = 1000000, Steps = 200;
  if ((argc > 1 && !is_size(argv[1], size_t(1) << 40, &Count)) ||
      (argc > 2 && !is_size(argv[2], 1000000, &Steps)))
    return 2;
  std::vector<Particle> Particles(Count), Left;
  for (size_t I = 0; I < Count; ++I)
    Particles[I] = {random_unit(4 * I), random_unit(4 * I + 1),
                    2 * random_unit(4 * I + 2) - 1,
                    2 * random_unit(4 * I + 3) - 1};
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run) {
    Left = Particles;
    keep_best(&Best, onDevice(Left, Steps));
  }
  std::printf("particles: %zu particles, %zu steps, %zu kept, hash %016" PRIx64,
              Count, Steps, Left.size(),
              hash_of(Left.data(), Left.size() * sizeof(Particle)));
  print_times(Best, -1);
}
