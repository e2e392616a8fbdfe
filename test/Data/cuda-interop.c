// REQUIRES: ptx
// RUN: %clang %ompscan_flags -fplugin-arg-ompscan-kernels=opencl,ptx %opt %s %ompscan_include %ompscan_libs -ldl -o %t
// RUN: env LD_LIBRARY_PATH=%fake_cuda OMPSCAN_DEVICE= %run %t

// A program's own stream and memory of CUDA, here of a driver without a GPU,
// which knows allocations of 1,000 bytes at any address.

#include <assert.h>
#include <ompscan/cuda.h>
#include <ompscan/ompscan.h>
#include <stdio.h>
#include <string.h>

enum { n = 200 };

int main(void) {
  static int x[n], y[n];              // stand for the memory
  static int deviceX[250], deviceY[250]; // the memory
  char other; // is a stream
  void *found = 0;
  for (int i = 0; i < n; i++) {
    deviceX[i] = 3 * i;
    x[i] = y[i] = deviceY[i] = -1;
  }

  // Only streams of the primary context can be attached.
  assert(ompscan_cuda_attach_stream(0) == -1);
  assert(strstr(ompscan_last_error(), "does not belong to the primary context"));
  const int number = ompscan_cuda_attach_stream(&other);
  assert(number >= 0);
  char name[64];
  ompscan_get_device_name(number, name, sizeof name);
  assert(strcmp(name, "Fake GPU") == 0);

  assert(ompscan_cuda_associate(number, x, 0, deviceX) == OMPSCAN_ERROR_ARGUMENT);
  assert(ompscan_cuda_associate(number, x, sizeof x, 0) == OMPSCAN_ERROR_ARGUMENT);
  assert(ompscan_cuda_associate(number, x, sizeof x, (void *)16) == OMPSCAN_ERROR_ARGUMENT);
  assert(strstr(ompscan_last_error(), "not memory of CUDA"));
  assert(ompscan_cuda_associate(number, x, 1001, deviceX) == OMPSCAN_ERROR_ARGUMENT);
  assert(strstr(ompscan_last_error(), "1000 bytes"));
  assert(ompscan_cuda_get_pointer(number, x, &found) == OMPSCAN_ERROR_NOT_PRESENT);
  assert(ompscan_cuda_associate(number, x, sizeof x, deviceX) == OMPSCAN_SUCCESS);
  assert(ompscan_cuda_associate(number, y, sizeof y, deviceY) == OMPSCAN_SUCCESS);
  assert(ompscan_cuda_get_pointer(number, &y[2], &found) == OMPSCAN_SUCCESS);
  assert(found == &deviceY[2]);
  assert(ompscan_cuda_get_pointer(number, &y[2], 0) == OMPSCAN_ERROR_ARGUMENT);

  int *const px = x, *const py = y;
#pragma omp target parallel for device(number) map(to : px[0 : n]) map(from : py[0 : n])
  for (int i = 0; i < n; i++)
    py[i] = px[i] + 1;
  for (int i = 0; i < n; i++)
    assert(deviceY[i] == 3 * i + 1 && x[i] == -1 && y[i] == -1);
  assert(ompscan_disassociate(number, x) == OMPSCAN_SUCCESS);
  assert(ompscan_disassociate(number, y) == OMPSCAN_SUCCESS);

  // By its own address.
  assert(ompscan_cuda_associate(number, deviceX, sizeof x, deviceX) == OMPSCAN_SUCCESS);
  assert(ompscan_cuda_associate(number, deviceY, sizeof y, deviceY) == OMPSCAN_SUCCESS);
  int *const dx = deviceX, *const dy = deviceY;
  for (int i = 0; i < n; i++)
    deviceX[i] = 5 * i;
#pragma omp target parallel for device(number) is_device_ptr(dx, dy)
  for (int i = 0; i < n; i++)
    dy[i] = dx[i] + 1;
  for (int i = 0; i < n; i++)
    assert(deviceY[i] == 5 * i + 1);
  ompscan_disassociate(number, deviceX);
  ompscan_disassociate(number, deviceY);
  assert(ompscan_detach_queue(number) == OMPSCAN_SUCCESS);

  // Other devices are not used through CUDA.
  const int others = ompscan_get_num_devices();
  assert(others > 0);
  puts("ok");
  return 0;
}
