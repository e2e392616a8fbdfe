// RUN: %clangxx -O0 -S -emit-llvm %s %ompscan_flags -o - | %filecheck %s --implicit-check-not=@omp_target
// RUN: %clangxx -O0 -S -emit-llvm %s %ompscan_flags -fopenmp-simd -fno-openmp -o - | %filecheck %s --check-prefix=PLAIN --implicit-check-not=__ompscan

// OpenMP's functions on devices are those of the runtime, also where their
// address is taken; functions of the same name that are not OpenMP's stay.
// Without OpenMP all of them stay.

extern "C" {
int omp_get_num_devices(void);
void omp_set_default_device(int);
void *omp_target_alloc(decltype(sizeof 0), int);
int omp_get_num_procs(void);
int omp_is_initial_device(void);
}
namespace mine {
int omp_get_device_num() { return 7; }
} // namespace mine
extern "C" int omp_get_initial_device(void) { return 3; } // of the program

// CHECK-LABEL: @{{.*}}used
// CHECK: call {{.*}}i32 @__ompscan_omp_get_num_devices()
// CHECK: call {{.*}}void @__ompscan_omp_set_default_device(i32
// CHECK: store volatile ptr @__ompscan_omp_target_alloc
// CHECK: call {{.*}}i32 @omp_get_num_procs()
// CHECK: call {{.*}}i32 @_ZN4mine18omp_get_device_numEv()
// CHECK: call {{.*}}i32 @omp_get_initial_device()
// PLAIN-LABEL: @{{.*}}used
// PLAIN: call {{.*}}i32 @omp_get_num_devices()
// PLAIN: call {{.*}}void @omp_set_default_device(i32
// PLAIN: store volatile ptr @omp_target_alloc
int used() {
  int n = omp_get_num_devices();
  omp_set_default_device(n - 1);
  void *(*volatile allocate)(decltype(sizeof 0), int) = omp_target_alloc;
  return n + omp_get_num_procs() + mine::omp_get_device_num() +
         omp_get_initial_device() + (allocate != nullptr);
}
