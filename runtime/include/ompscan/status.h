//===- ompscan/status.h - Status codes -------------------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The status codes of ompscan/data.h and ompscan/primitives.h.
///
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_STATUS_H
#define OMPSCAN_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/// The result of a function of ompscan/data.h or ompscan/primitives.h.
enum ompscan_status {
  OMPSCAN_SUCCESS = 0,           ///< The call has succeeded.
  OMPSCAN_ERROR_ARGUMENT = 1,    ///< An address, size or flag is invalid.
  OMPSCAN_ERROR_DEVICE = 2,      ///< No such device, or none can do the work.
  OMPSCAN_ERROR_NOT_PRESENT = 3, ///< The data is not on the device.
  OMPSCAN_ERROR_OVERLAP = 4,     ///< Only a part of the data is on the device.
  OMPSCAN_ERROR_MEMORY = 5,      ///< The device or the host is out of memory.
  OMPSCAN_ERROR_OPENCL = 6,      ///< An OpenCL call has failed.
  OMPSCAN_ERROR_TEXT = 7 ///< OpenCL C text of the call does not compile.
};

/// Describes the last error of the calling thread.
///
/// \return one line without a full stop that begins with the name of the
///         function that failed; "" if none has failed in this thread. The
///         string is valid until the next call of a function of
///         ompscan/data.h or ompscan/primitives.h in this thread.
const char *ompscan_last_error(void);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_STATUS_H
