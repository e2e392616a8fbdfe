// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/copy.h>
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform_reduce.h>

namespace {

struct Sieve {
  const uint32_t *Small;
  uint32_t Smalls;
  uint8_t *Composite;
  uint32_t N;
  __device__ void operator()(uint32_t I) const {
    const uint32_t Low = I * SEGMENT,
                   High = N - Low < SEGMENT ? N : Low + SEGMENT;
    for (uint32_t M = Low; M < High; M++)
      Composite[M] = M < 2;
    for (uint32_t S = 0; S < Smalls && Small[S] * Small[S] < High; S++) {
      const uint32_t P = Small[S], First = (Low + P - 1) / P * P;
      for (uint32_t M = First < P * P ? P * P : First; M < High; M += P)
        Composite[M] = 1;
    }
  }
};
struct IsPrime {
  __host__ __device__ bool operator()(uint8_t Composite) const {
    return !Composite;
  }
};
/// The longest span from a prime on.
struct Longest {
  const uint8_t *Composite;
  const uint64_t *Sums;
  uint32_t K, Limit;
  __host__ __device__ uint64_t operator()(uint32_t I) const {
    const uint64_t Before = I > 0 ? Sums[I - 1] : 0;
    uint32_t Low = I, High = K; // the first end that is too far
    while (Low < High) {
      const uint32_t Middle = Low + (High - Low) / 2;
      if (Sums[Middle] - Before <= Limit)
        Low = Middle + 1;
      else
        High = Middle;
    }
    while (Low > I && Composite[Sums[Low - 1] - Before])
      Low--;
    return Low > I ? KEY(Low - I, uint32_t(Sums[Low - 1] - Before)) : 0;
  }
};

thrust::device_vector<uint32_t> Small, Primes;
thrust::device_vector<uint8_t> Composite;
thrust::device_vector<uint64_t> Sums;

} // namespace

void load(uint32_t n) {
  needDevice();
  Small.resize(MOST_SMALL_PRIMES);
  Composite.resize(n);
  Primes.resize(n / 2 + 1);
  Sums.resize(n / 2 + 1);
}

void prime_sums(uint32_t n, const uint32_t *limits, uint32_t *primes,
                int count) {
  uint32_t Found[MOST_SMALL_PRIMES];
  const uint32_t Smalls = small_primes(n, Found);
  thrust::copy(Found, Found + Smalls, Small.begin());
  const thrust::counting_iterator<uint32_t> Zero(0);
  uint8_t *PComposite = Composite.data().get();
  thrust::for_each_n(policy(), Zero, (n + SEGMENT - 1) / SEGMENT,
                     Sieve{Small.data().get(), Smalls, PComposite, n});
  const uint32_t K =
      thrust::copy_if(policy(), Zero, Zero + n, Composite.begin(),
                      Primes.begin(), IsPrime()) -
      Primes.begin();
  thrust::inclusive_scan(policy(), Primes.begin(), Primes.begin() + K,
                         Sums.begin(), uint64_t(0), thrust::plus<uint64_t>());
  for (int L = 0; L < count; L++) {
    uint64_t Best = 0;
    uint32_t Begin = 0;
    // Primes from number K on are larger than K: no longer span begins there.
    while (Begin < K && LENGTH(Best) * Begin < limits[L]) {
      const uint32_t Size = K - Begin < BEGINS ? K - Begin : BEGINS;
      Best = thrust::transform_reduce(
          policy(), Zero + Begin, Zero + (Begin + Size),
          Longest{PComposite, Sums.data().get(), K, limits[L]}, Best,
          thrust::maximum<uint64_t>());
      Begin += Size;
    }
    primes[L] = SUM(Best);
  }
  finish();
}

void unload(uint32_t) {
  release(Small, Primes, Composite, Sums);
}
