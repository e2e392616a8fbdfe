// The program for PTX of the row of runtime/test/RowHooks.inc.
#define OMPSCAN_HAS_OPENCL_HEADER 1
#define OMPSCAN_HAS_TEAM 1
#define OMPSCAN_TEST_IN_PLACE 0
#ifndef OMPSCAN_TEST_BUNDLES
#define OMPSCAN_TEST_BUNDLES 0
#endif
#ifndef OMPSCAN_HAS_EQUAL_ROWS
#define OMPSCAN_HAS_EQUAL_ROWS 1
#endif
#include "builtins.cl"
#include "ptx-prelude.cl"
#include "library.cl"
#include "prelude.cl"
#include "team.cl"
#include "team-bundle.cl"
#include "status-word.cl"
#include "team-parts.cl"
#include "team-column-parts.cl"
#include "team-shares.cl"
#if STRUCTURE
typedef struct {
  ulong a, b;
} ompscan_T_1;
static ompscan_T_1 ompscan_combine_1(ompscan_T_1 a, ompscan_T_1 b) {
  ompscan_T_1 r;
  r.a = b.a * a.a;
  r.b = b.a * a.b + b.b;
  return r;
}
#else
typedef VALUE ompscan_T_1;
static ompscan_T_1 ompscan_combine_1(ompscan_T_1 a, ompscan_T_1 b) {
  return a + b;
}
#endif
#include "row-hooks.cl"
#include "parallel-loop.cl"
