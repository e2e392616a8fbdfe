//===- oclgrind_write_buffer.c - Help for Oclgrind ------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stands in front of Oclgrind's clEnqueueWriteBuffer (preloaded by
/// run_under_oclgrind.py).
///
/// Oclgrind 21.10 keeps, for every buffer, which bytes have been initialised.
/// A write from the host makes that record anew, as long as the write: after a
/// write to a part of a buffer, all that lies outside counts as uninitialised
/// for good, whatever kernels store there (Uninitialized::hostMemoryStore and
/// ShadowMemory::allocate). Here such a write goes through a kernel, which
/// Oclgrind follows byte by byte.
///
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static const char Source[] =
    "__kernel void store_bytes(__global uchar *to, ulong offset,\n"
    "                          __global const uchar *from) {\n"
    "  to[offset + get_global_id(0)] = from[get_global_id(0)];\n"
    "}\n";

static void check(cl_int Status, const char *What) {
  if (Status == CL_SUCCESS)
    return;
  fprintf(stderr, "oclgrind_write_buffer: %s: error %d\n", What, Status);
  abort();
}

/// The kernel in \p Context; one is kept, since a program seldom has more than
/// one context. Called under the lock.
static cl_kernel kernelIn(cl_context Context) {
  static cl_context Known;
  static cl_kernel Kernel;
  if (Known == Context)
    return Kernel;

  cl_int Status;
  const char *Text = Source;
  cl_program Program =
      clCreateProgramWithSource(Context, 1, &Text, NULL, &Status);
  check(Status, "clCreateProgramWithSource");
  check(clBuildProgram(Program, 0, NULL, "-cl-std=CL1.2", NULL, NULL),
        "clBuildProgram");
  Kernel = clCreateKernel(Program, "store_bytes", &Status);
  check(Status, "clCreateKernel");
  Known = Context;
  return Kernel;
}

static cl_int storeBytes(cl_command_queue Queue, cl_mem Buffer, cl_ulong Offset,
                         size_t Size, const void *Data, cl_uint NumEvents,
                         const cl_event *WaitFor, cl_event *Event) {
  cl_context Context;
  check(clGetMemObjectInfo(Buffer, CL_MEM_CONTEXT, sizeof(Context), &Context,
                           NULL),
        "clGetMemObjectInfo");
  cl_int Status;
  cl_mem From =
      clCreateBuffer(Context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, Size,
                     (void *)Data, &Status);
  check(Status, "clCreateBuffer");

  static pthread_mutex_t Lock = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&Lock);
  cl_kernel Kernel = kernelIn(Context);
  check(clSetKernelArg(Kernel, 0, sizeof(Buffer), &Buffer), "clSetKernelArg");
  check(clSetKernelArg(Kernel, 1, sizeof(Offset), &Offset), "clSetKernelArg");
  check(clSetKernelArg(Kernel, 2, sizeof(From), &From), "clSetKernelArg");
  Status = clEnqueueNDRangeKernel(Queue, Kernel, 1, NULL, &Size, NULL,
                                  NumEvents, WaitFor, Event);
  if (Status == CL_SUCCESS)
    Status = clFinish(Queue);
  pthread_mutex_unlock(&Lock);

  clReleaseMemObject(From);
  return Status;
}

cl_int clEnqueueWriteBuffer(cl_command_queue Queue, cl_mem Buffer,
                            cl_bool Blocking, size_t Offset, size_t Size,
                            const void *Data, cl_uint NumEvents,
                            const cl_event *WaitFor, cl_event *Event) {
  size_t Whole;
  if (clGetMemObjectInfo(Buffer, CL_MEM_SIZE, sizeof(Whole), &Whole, NULL) ==
          CL_SUCCESS &&
      Data && Size > 0 && Size < Whole && Offset <= Whole - Size)
    return storeBytes(Queue, Buffer, Offset, Size, Data, NumEvents, WaitFor,
                      Event);

  // Whole buffers, and errors, are left to Oclgrind.
  typedef cl_int (*Function)(cl_command_queue, cl_mem, cl_bool, size_t, size_t,
                             const void *, cl_uint, const cl_event *,
                             cl_event *);
  Function Next = (Function)dlsym(RTLD_NEXT, "clEnqueueWriteBuffer");
  return Next(Queue, Buffer, Blocking, Offset, Size, Data, NumEvents, WaitFor,
              Event);
}
