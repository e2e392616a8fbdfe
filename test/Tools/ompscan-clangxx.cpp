// The wrapper for C++ links C++, whichever driver OMPSCAN_CLANG names.

// RUN: %ompscan_clangxx -Wall -Werror %s -o %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | %filecheck %s
// RUN: %ompscan_clangxx -Werror -c %s -o %t.o
// RUN: %ompscan_clangxx -Werror %t.o -o %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | %filecheck %s

#include <iostream>
#include <omp.h>
#include <string>

int main() {
  // CHECK: C++ with OmpScan
  std::cout << std::string("C++ with OmpScan") << std::endl;
  return __OMPSCAN__ < 100 || omp_get_max_threads() < 1;
}
