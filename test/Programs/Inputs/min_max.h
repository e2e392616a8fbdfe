/* Data for min and max: noise around a slope, from -64 to 63, so that there are
 * new extremes all along the array. */
#include "scan_test.h"

static inline long scan_test_rising(size_t k, size_t n) {
  return (long)(k * 64 / (n + 1)) + scan_test_pick(k, -64, -1);
}

static inline long scan_test_falling(size_t k, size_t n) {
  return -1 - scan_test_rising(k, n);
}
