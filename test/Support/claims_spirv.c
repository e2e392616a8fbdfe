/* Preloaded into a program, has the devices of OpenCL be of no known kind and
 * take SPIR-V, whose programs they refuse then. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef int (*ask)(void *, uint32_t, size_t, void *, size_t *);

static int answer(const char *text, size_t size, void *value,
                  size_t *size_ret) {
  const size_t length = strlen(text) + 1;
  if (size_ret)
    *size_ret = length;
  if (value && size >= length)
    memcpy(value, text, length);
  return 0;
}

int clGetPlatformInfo(void *platform, uint32_t name, size_t size, void *value,
                      size_t *size_ret) {
  if (name == 0x0902 /* CL_PLATFORM_NAME */)
    return answer("Test", size, value, size_ret);
  return ((ask)dlsym(RTLD_NEXT, "clGetPlatformInfo"))(platform, name, size,
                                                      value, size_ret);
}

int clGetDeviceInfo(void *device, uint32_t name, size_t size, void *value,
                    size_t *size_ret) {
  if (name == 0x105B /* CL_DEVICE_IL_VERSION */)
    return answer("SPIR-V_1.0", size, value, size_ret);
  return ((ask)dlsym(RTLD_NEXT, "clGetDeviceInfo"))(device, name, size, value,
                                                    size_ret);
}

void *clCreateProgramWithIL(void *context, const void *code, size_t size,
                            int *error) {
  uint32_t head[2];
  (void)context;
  memcpy(head, code, sizeof head);
  fprintf(stderr, "SPIR-V: %s, version %x, whole words: %d\n",
          head[0] == 0x07230203 ? "yes" : "no", (unsigned)head[1],
          size % 4 == 0);
  *error = -42; /* CL_INVALID_BINARY */
  return NULL;
}
