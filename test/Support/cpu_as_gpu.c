/* Preloaded into a program, has the devices of OpenCL be GPUs, and the system
 * have the file of a GPU. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

int clGetDeviceInfo(void *device, uint32_t name, size_t size, void *value,
                    size_t *size_ret) {
  int (*next)(void *, uint32_t, size_t, void *, size_t *) =
      (int (*)(void *, uint32_t, size_t, void *, size_t *))dlsym(
          RTLD_NEXT, "clGetDeviceInfo");
  const int answer = next(device, name, size, value, size_ret);
  const uint64_t gpu = 1 << 2; /* CL_DEVICE_TYPE_GPU */
  if (name == 0x1000 /* CL_DEVICE_TYPE */ && value && size >= sizeof gpu)
    memcpy(value, &gpu, sizeof gpu);
  return answer;
}

int access(const char *path, int mode) {
  int (*next)(const char *, int) =
      (int (*)(const char *, int))dlsym(RTLD_NEXT, "access");
  return strcmp(path, "/dev/nvidiactl") == 0 ? 0 : next(path, mode);
}
