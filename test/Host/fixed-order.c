// REQUIRES: order-modifiers, primary
// The bits of scans with order(reproducible: concurrent) are the same for any
// number of threads, by any version of the machine code, without and with
// optimization, and those of another device. Of most loops the program compares
// them with those that follow from the order, on each device.

// DEFINE: %{program} = %S/../Programs/fixed-order.c
// DEFINE: %{make} = %clang %{program} %ompscan_all_versions_flags %ompscan_libs -lm
// DEFINE: %{host} = env OMPSCAN_DEVICE=host %run

// Without optimization there is the code for all processors only.
// RUN: %{make} -O0 -o %t.all
// RUN: env OMP_NUM_THREADS=1 %{host} %t.all 100003 > %t.bits
// RUN: env OMP_NUM_THREADS=2 %{host} %t.all 100003 | diff %t.bits -
// RUN: env OMP_NUM_THREADS=3 %{host} %t.all 100003 | diff %t.bits -
// RUN: env OMP_NUM_THREADS=5 %{host} %t.all 100003 | diff %t.bits -
// RUN: env OMP_NUM_THREADS=16 %{host} %t.all 100003 | diff %t.bits -
// RUN: env OMP_NUM_THREADS=5 OMPSCAN_DEVICE=host %run_tiny %t.all 10007 > %t.tiny
// RUN: grep -v 100003 %t.bits | diff %t.tiny -
// RUN: %run %t.all 100003 "float log_sums, double log_sums" > %t.device
// RUN: grep logarithms %t.bits | diff %t.device -
// RUN: %{make} -O1 -fplugin-arg-ompscan-native=v3 -o %t.v3
// RUN: env OMP_NUM_THREADS=3 %{host} %t.v3 100003 | diff %t.bits -
// RUN: %{make} -O3 -march=native -fplugin-arg-ompscan-native=base -DTYPES=2 -o %t.native
// RUN: env OMP_NUM_THREADS=2 %{host} %t.native | grep -v 104857 > %t.double
// RUN: grep double %t.bits | diff %t.double -
