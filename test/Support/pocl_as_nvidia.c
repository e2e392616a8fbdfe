/* Preloaded into a program in front of cpu_as_gpu.c, has the devices of OpenCL
 * be those of NVIDIA at the address of the fake driver of CUDA, and says when
 * OpenCL is looked for. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int (*ask)(void *, uint32_t, size_t, void *, size_t *);

int clGetPlatformIDs(uint32_t most, void *platforms, uint32_t *count) {
  int (*next)(uint32_t, void *, uint32_t *) =
      (int (*)(uint32_t, void *, uint32_t *))dlsym(RTLD_NEXT,
                                                   "clGetPlatformIDs");
  fputs("OpenCL is looked for\n", stderr);
  return next(most, platforms, count);
}

int clGetPlatformInfo(void *platform, uint32_t name, size_t size, void *value,
                      size_t *size_ret) {
  static const char text[] = "NVIDIA CUDA";
  if (name != 0x0902 /* CL_PLATFORM_NAME */)
    return ((ask)dlsym(RTLD_NEXT, "clGetPlatformInfo"))(platform, name, size,
                                                        value, size_ret);
  if (size_ret)
    *size_ret = sizeof text;
  if (value && size >= sizeof text)
    memcpy(value, text, sizeof text);
  return 0;
}

int clGetDeviceInfo(void *device, uint32_t name, size_t size, void *value,
                    size_t *size_ret) {
  const uint32_t at[] = {0, 0x17, 0, 0}; /* 0000:17:00.0 */
  if (name == 0x410F /* CL_DEVICE_PCI_BUS_INFO_KHR */ && size >= sizeof at) {
    memcpy(value, at, sizeof at);
    return 0;
  }
  return ((ask)dlsym(RTLD_NEXT, "clGetDeviceInfo"))(device, name, size, value,
                                                    size_ret);
}
