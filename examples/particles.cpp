// Lets particles fall and bounce for many time steps, and keeps those that are
// still in the box.
//
// A step is one loop: it moves a particle, tests whether it is kept, and stores
// it after those that were kept before it. So the particles stay in order and
// without gaps, and later steps have fewer of them to move. Two arrays are used
// alternately; both stay on the device, and the host only gets the number of
// particles that are left.
//
// Build: ompscan-clang++ -O2 particles.cpp -o particles
// Run:   ./particles [PARTICLES [STEPS]]
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "inputs.h"
#include <cstdio>
#include <cstring>
#include <utility>
#include <vector>

// Device and host have to agree on every particle: no multiplication and
// addition may be contracted to one rounding.
#pragma STDC FP_CONTRACT OFF

namespace {

/// The box is 1 wide; it has a floor at height 0, and no walls.
struct Particle {
  float X, Y, VX, VY;

  /// Moves on by \p Seconds. The floor takes a quarter of the speed.
  Particle moved(float Seconds) const {
    Particle P = {X + VX * Seconds, Y + VY * Seconds, VX, VY - 9.81f * Seconds};
    if (P.Y < 0) {
      P.Y = -P.Y;
      P.VY = -0.75f * P.VY;
    }
    return P;
  }

  bool isInside() const { return X >= 0 && X < 1; }
};

constexpr float Step = 1 / 256.0f;

std::vector<Particle> makeParticles(size_t Count) {
  std::vector<Particle> Particles(Count);
  for (size_t I = 0; I < Count; ++I)
    Particles[I] = {random_unit(4 * I), random_unit(4 * I + 1),
                    2 * random_unit(4 * I + 2) - 1,
                    2 * random_unit(4 * I + 3) - 1};
  return Particles;
}

/// Takes all steps on the device; \p Particles become those that are left.
times onDevice(std::vector<Particle> &Particles, int Steps) {
  const size_t N = Particles.size();
  std::vector<Particle> Room(N);
  Particle *From = Particles.data(), *To = Room.data();
  size_t Count = N;
  times Times;
  const double Start = seconds();
#pragma omp target enter data map(to : From[0 : N]) map(alloc : To[0 : N])
  const double Inside = seconds();
  for (int S = 0; S < Steps; ++S) {
    size_t Kept = 0;
#pragma omp target parallel for scan(+ : Kept)
    for (size_t I = 0; I < Count; ++I) {
      const Particle P = From[I].moved(Step);
      if (P.isInside())
        To[Kept++] = P;
    }
    Count = Kept;
    std::swap(From, To);
  }
  Times.resident = seconds() - Inside;
#pragma omp target update from(From[0 : Count])
#pragma omp target exit data map(release : From[0 : N], To[0 : N])
  Times.whole = seconds() - Start;
  if (From != Particles.data())
    Particles.swap(Room);
  Particles.resize(Count);
  return Times;
}

void onHost(std::vector<Particle> &Particles, int Steps) {
  for (int S = 0; S < Steps; ++S) {
    size_t Kept = 0;
    for (const Particle &P : Particles) {
      const Particle Moved = P.moved(Step);
      if (Moved.isInside())
        Particles[Kept++] = Moved;
    }
    Particles.resize(Kept);
  }
}

} // namespace

int main(int argc, char **argv) {
  size_t Count = 1000000, Steps = 200;
  if (argc > 3 || (argc > 1 && !is_size(argv[1], size_t(1) << 40, &Count)) ||
      (argc > 2 && !is_size(argv[2], 1000000, &Steps))) {
    std::fprintf(stderr, "usage: %s [PARTICLES [STEPS]]\n", argv[0]);
    return 2;
  }
  const std::vector<Particle> Particles = makeParticles(Count);

  std::vector<Particle> Device, Host = Particles;
  times Best = {0, 0};
  for (int Run = 0; Run < Runs; ++Run) {
    Device = Particles;
    keep_best(&Best, onDevice(Device, int(Steps)));
  }
  const double Start = seconds();
  onHost(Host, int(Steps));
  const double HostTime = seconds() - Start;

  const size_t Bytes = Device.size() * sizeof(Particle);
  const bool Agree = Device.size() == Host.size() &&
                     std::memcmp(Device.data(), Host.data(), Bytes) == 0;
  std::printf("particles: %zu particles, %zu steps, %zu kept, hash %016" PRIx64,
              Count, Steps, Device.size(), hash_of(Device.data(), Bytes));
  print_times(Best, HostTime);
  if (!Agree)
    std::fprintf(stderr, "particles: DEVICE AND HOST DIFFER\n");
  return Agree ? 0 : 1;
}
