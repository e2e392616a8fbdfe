# Writes the files PARTS, one behind the other, to the file OUTPUT.
#
# Part of the OmpScan project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

get_filename_component(folder "${OUTPUT}" DIRECTORY)
file(MAKE_DIRECTORY "${folder}")
execute_process(COMMAND cat ${PARTS}
  OUTPUT_FILE "${OUTPUT}.new" COMMAND_ERROR_IS_FATAL ANY)
file(RENAME "${OUTPUT}.new" "${OUTPUT}")
