//===- opencl.h - OpenCL for the hand-written versions --------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What every OpenCL program needs around its kernels: a device, a queue,
/// programs, buffers and launches. An error ends the program. With
/// MICRO_PROFILE=1 in the environment cl_end() tells on stderr how long kernels
/// and transfers took in the runs that count, in milliseconds.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_MICRO_OPENCL_H
#define OMPSCAN_MICRO_OPENCL_H

#define CL_TARGET_OPENCL_VERSION 120
#include "harness.h"
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// A scan by the kernel of scan.cl, and what its tiles tell each other.
typedef struct {
  cl_kernel kernel;
  cl_mem chain;
  size_t group, items, tiles;
  cl_uint base, epoch; ///< of the next launch
} cl_scan;

static cl_context context;
static cl_command_queue queue;
static cl_device_id device;
static cl_device_type device_type;
static double kernel_time, transfer_time; ///< in milliseconds, if profiled
static bool profiles;

static void cl_check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  fprintf(stderr, "%s: OpenCL error %d\n", what, error);
  exit(1);
}

/// Opens the first GPU, or else the first device; the first CPU where
/// OMPSCAN_DEVICE=cpu asks the annotated versions for one.
static void cl_begin(void) {
  cl_platform_id platforms[16];
  cl_uint count = 0;
  clGetPlatformIDs(16, platforms, &count);
  const char *name = getenv("OMPSCAN_DEVICE");
  const cl_device_type wanted[] = {name && strcmp(name, "cpu") == 0
                                       ? CL_DEVICE_TYPE_CPU
                                       : CL_DEVICE_TYPE_GPU,
                                   CL_DEVICE_TYPE_ALL};
  for (int w = 0; !device && w < 2; w++)
    for (cl_uint i = 0; !device && i < count && i < 16; i++)
      if (clGetDeviceIDs(platforms[i], wanted[w], 1, &device, NULL))
        device = NULL;
  if (!device)
    no_device("there is no OpenCL device");
  clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof device_type, &device_type,
                  NULL);
  cl_int error;
  context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
  cl_check(error, "clCreateContext");
  profiles = getenv("MICRO_PROFILE") != NULL;
  queue = clCreateCommandQueue(
      context, device, profiles ? CL_QUEUE_PROFILING_ENABLE : 0, &error);
  cl_check(error, "clCreateCommandQueue");
}

static void cl_end(void) {
  if (profiles)
    fprintf(stderr, "PROFILE kernels %.3f transfers %.3f\n", kernel_time,
            transfer_time);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  device = NULL;
}

/// Adds what a command of a run that counts took to \p time.
static void cl_profile(cl_event event, double *time) {
  if (!profiles)
    return;
  cl_ulong begin, end;
  clWaitForEvents(1, &event);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin,
                          &begin, NULL);
  clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end,
                          NULL);
  clReleaseEvent(event);
  *time += is_timed ? (double)(end - begin) / 1e6 : 0;
}

/// Builds a program from several pieces of text.
static cl_program cl_build(const char *options, cl_uint count,
                           const char **texts) {
  cl_int error;
  cl_program program =
      clCreateProgramWithSource(context, count, texts, NULL, &error);
  cl_check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device, options, NULL, NULL);
  if (error != CL_SUCCESS) {
    static char log[16384];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1,
                          log, NULL);
    fprintf(stderr, "%s\n", log);
  }
  cl_check(error, "clBuildProgram");
  return program;
}

static cl_kernel cl_kernel_of(cl_program program, const char *name) {
  cl_int error;
  cl_kernel kernel = clCreateKernel(program, name, &error);
  cl_check(error, name);
  return kernel;
}

/// Writes to the begin of a buffer.
static inline void cl_write(cl_mem memory, const void *data, size_t bytes) {
  cl_event event = NULL;
  if (bytes == 0)
    return;
  cl_check(clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, bytes, data, 0, NULL,
                                profiles ? &event : NULL),
           "clEnqueueWriteBuffer");
  cl_profile(event, &transfer_time);
}

/// A buffer with a copy of \p data, or with nothing in it if that is null.
static cl_mem cl_array(size_t bytes, const void *data) {
  cl_int error;
  cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes ? bytes : 1,
                                 NULL, &error);
  cl_check(error, "clCreateBuffer");
  if (data)
    cl_write(memory, data, bytes);
  return memory;
}

/// Reads from the begin of a buffer, and waits for all commands before.
static inline void cl_read(cl_mem memory, void *data, size_t bytes) {
  cl_event event = NULL;
  if (bytes == 0)
    return;
  cl_check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, bytes, data, 0, NULL,
                               profiles ? &event : NULL),
           "clEnqueueReadBuffer");
  cl_profile(event, &transfer_time);
}

/// Sets one argument after the other, from number \p first on, from pairs of a
/// size and an address that end with a size of 0.
static void cl_arguments(cl_kernel kernel, cl_uint first, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, first);
  for (size_t size; (size = __builtin_va_arg(list, size_t)); first++)
    cl_check(clSetKernelArg(kernel, first, size,
                            __builtin_va_arg(list, const void *)),
             "clSetKernelArg");
  __builtin_va_end(list);
}
#define ARG(variable) sizeof(variable), &(variable)
#define END ((size_t)0)

/// Releases buffers, up to a null.
static void cl_release(cl_mem first, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, first);
  for (cl_mem m = first; m; m = __builtin_va_arg(list, cl_mem))
    clReleaseMemObject(m);
  __builtin_va_end(list);
}

static void cl_launch(cl_kernel kernel, size_t groups, size_t group) {
  const size_t global = groups * group;
  cl_event event = NULL;
  cl_check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &group, 0,
                                  NULL, profiles ? &event : NULL),
           "clEnqueueNDRangeKernel");
  cl_profile(event, &kernel_time);
}

/// A kernel with one work-item for each of \p n elements.
static inline void cl_for_each(cl_kernel kernel, size_t n) {
  const size_t group = device_type == CL_DEVICE_TYPE_CPU ? 64 : 256;
  cl_launch(kernel, (n + group - 1) / group, group);
}

static inline void cl_finish(void) { cl_check(clFinish(queue), "clFinish"); }

static const char scan_text[] = {
#embed "scan.cl" suffix(, 0)
};

/// The next launches scan \p n elements, no more than those it was made for.
static inline void cl_resize_scan(cl_scan *s, size_t n) {
  const cl_ulong elements = n;
  s->tiles = (n + s->group * s->items - 1) / (s->group * s->items);
  cl_arguments(s->kernel, 0, ARG(elements), END);
}

/// Builds the scan of \p n elements that \p text defines with the macro SCAN
/// set to \p number. The arguments of the kernel are those of scan.cl, then
/// those of the text from number 4 on.
static inline cl_scan cl_make_scan(const char *text, int number,
                                   size_t item_size, size_t n) {
  cl_scan s = {.group = 1, .items = 4096, .epoch = 1};
  if (device_type != CL_DEVICE_TYPE_CPU) {
    s.group = item_size > 32 ? 64 : item_size > 16 ? 128 : 256;
    s.items = item_size <= 4    ? 16
              : item_size <= 8  ? 12
              : item_size <= 16 ? 8
              : item_size <= 32 ? 7
                                : 5;
  }
  char options[200];
  snprintf(options, sizeof options,
           "-cl-std=CL1.2 -D SCAN=%d -D GROUP=%zu -D ITEMS=%zu", number,
           s.group, s.items);
  const char *texts[] = {text, scan_text};
  cl_program program = cl_build(options, 2, texts);
  s.kernel = cl_kernel_of(program, "scan");
  clReleaseProgram(program);
  cl_resize_scan(&s, n);
  const size_t apart = item_size <= 16 ? 16 : (item_size + 3) / 4;
  const size_t words = 16 + s.tiles * apart;
  cl_ulong *zeros = calloc(words, sizeof *zeros);
  s.chain = cl_array(words * sizeof *zeros, zeros);
  free(zeros);
  cl_arguments(s.kernel, 1, ARG(s.chain), END);
  return s;
}

static inline void cl_run_scan(cl_scan *s) {
  cl_arguments(s->kernel, 2, ARG(s->base), ARG(s->epoch), END);
  cl_launch(s->kernel, s->tiles, s->group);
  s->base += (cl_uint)s->tiles;
  s->epoch++;
}

static inline void cl_free_scan(cl_scan *s) {
  clReleaseKernel(s->kernel);
  clReleaseMemObject(s->chain);
}

#endif // OMPSCAN_MICRO_OPENCL_H
