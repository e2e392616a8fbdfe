//===- group-reduce.cl - A reduction within a group -------- -*- OpenCL -*-===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Combines the values of a group's work-items, in their order, for the
// reductions of loops and for the primitive: ompscan_operate() if
// OMPSCAN_IS_PRIMITIVE, otherwise ompscan_combine().
//
//===----------------------------------------------------------------------===//

#if OMPSCAN_IS_PRIMITIVE
typedef ompscan_E ompscan_reduced;
#elif OMPSCAN_HAS_REDUCTIONS && !OMPSCAN_IS_BY_ELEMENT
typedef ompscan_T ompscan_reduced;
#define OMPSCAN_OPERATE(x, y) ompscan_combine(x, y)
#define OMPSCAN_USER_PARAMETERS
#define OMPSCAN_USER_ARGUMENTS
#endif

#if OMPSCAN_GROUP > 1 && defined(OMPSCAN_OPERATE)
/// Combines the values of the first \p count >= 1 work-items. The result is
/// known to the first one.
OMPSCAN_INLINE ompscan_reduced
ompscan_reduce_group(ompscan_reduced value, const uint count,
                     __local ompscan_reduced *values OMPSCAN_USER_PARAMETERS) {
  const uint id = (uint)get_local_id(0);
  values[id] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint d = 1; d < OMPSCAN_GROUP; d *= 2) {
    if (id % (2 * d) == 0 && id + d < count) {
      value = OMPSCAN_OPERATE(value, values[id + d]);
      values[id] = value;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return value;
}
#endif
