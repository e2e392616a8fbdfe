// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "problem.h"
#include <limits.h>

void load(const int *x, size_t n) { (void)x, (void)n; }

int largest_pair(const int *x, size_t n, size_t k) {
  int left = 0, right = 0, best_left = INT_MIN, best = INT_MIN;
  for (size_t i = 0; i < n; i++) { // the windows end with i - k and i
    right += x[i];
    if (i >= k) {
      right -= x[i - k];
      left += x[i - k];
    }
    if (i >= 2 * k)
      left -= x[i - 2 * k];
    if (i >= 2 * k - 1) {
      best_left = left > best_left ? left : best_left;
      best = best_left + right > best ? best_left + right : best;
    }
  }
  return best;
}

void unload(const int *x, size_t n) { (void)x, (void)n; }
