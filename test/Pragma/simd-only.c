// RUN: %clang -O1 -fopenmp-simd -fplugin=%plugin %S/../Programs/Inputs/prefix_sum.c %ompscan_libs -o %t
// RUN: %run %t

// -fopenmp-simd is enough: scan loops need no OpenMP runtime.
