//===- ompscan/status.h - What functions answer ----------------- -*- C -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef OMPSCAN_STATUS_H
#define OMPSCAN_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

/// What the functions of ompscan/data.h and ompscan/primitives.h answer.
enum ompscan_status {
  OMPSCAN_SUCCESS = 0,
  OMPSCAN_ERROR_ARGUMENT = 1,    ///< an impossible address, size or flag
  OMPSCAN_ERROR_DEVICE = 2,      ///< no such device, or none can do it
  OMPSCAN_ERROR_NOT_PRESENT = 3, ///< the data is not on the device
  OMPSCAN_ERROR_OVERLAP = 4,     ///< a part of the data is on the device
  OMPSCAN_ERROR_MEMORY = 5,      ///< the device or the host has no room
  OMPSCAN_ERROR_OPENCL = 6,      ///< an OpenCL call has failed
  OMPSCAN_ERROR_TEXT = 7         ///< text of the program does not compile
};

/// Why the last of these functions that answered an error to this thread has
/// failed: a line without a full stop that begins with the name of the
/// function. "" if none has. Valid until the next such call of this thread.
const char *ompscan_last_error(void);

#ifdef __cplusplus
}
#endif

#endif // OMPSCAN_STATUS_H
