// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "cuda.h"
#include "problem.h"
#include <thrust/for_each.h>
#include <thrust/functional.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/scan.h>
#include <thrust/transform.h>

namespace {

// The sums of the weights on the way from the root, and of all nodes entered.
struct Pair {
  int Path, All;
};

struct Step {
  const int *Tour, *Weight;
  __host__ __device__ Pair operator()(size_t I) const {
    const int V = Tour[I];
    return V >= 0 ? Pair{Weight[V], Weight[V]} : Pair{-Weight[~V], 0};
  }
};
struct Add {
  __host__ __device__ Pair operator()(Pair A, Pair B) const {
    return {A.Path + B.Path, A.All + B.All};
  }
};
struct ToNodes {
  const int *Tour;
  const Pair *Sums;
  int *Down, *Up, *Before;
  __device__ void operator()(size_t I) const {
    const int V = Tour[I];
    if (V >= 0) {
      Down[V] = Sums[I].Path;
      Before[V] = I > 0 ? Sums[I - 1].All : 0;
    } else {
      Up[~V] = Sums[I].All;
    }
  }
};

thrust::device_vector<int> Tour, Weight, Down, Up, Before;
thrust::device_vector<Pair> Sums;

} // namespace

void load(const int *tour, const int *weight, int *, int *, size_t n) {
  needDevice();
  Tour.assign(tour, tour + 2 * n);
  Weight.assign(weight, weight + n);
  Down.resize(n);
  Up.resize(n);
  Before.resize(n);
  Sums.resize(2 * n);
}

void accumulate(const int *, const int *, int *, int *, size_t n) {
  const thrust::counting_iterator<size_t> Zero(0);
  const int *PTour = Tour.data().get();
  const auto Steps = thrust::make_transform_iterator(
      Zero, Step{PTour, Weight.data().get()});
  thrust::inclusive_scan(policy(), Steps, Steps + 2 * n, Sums.begin(), Add());
  thrust::for_each_n(policy(), Zero, 2 * n,
                     ToNodes{PTour, Sums.data().get(), Down.data().get(),
                             Up.data().get(), Before.data().get()});
  thrust::transform(policy(), Up.begin(), Up.end(), Before.begin(), Up.begin(),
                    thrust::minus<int>());
  finish();
}

void unload(const int *, const int *, int *down, int *up, size_t) {
  thrust::copy(Down.begin(), Down.end(), down);
  thrust::copy(Up.begin(), Up.end(), up);
  release(Tour, Weight, Down, Up, Before, Sums);
}
