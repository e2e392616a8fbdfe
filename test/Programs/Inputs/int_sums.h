// Compares ways to sum up an array of int in C++: each is called with
// (y, x, n) and must do y[i] = y[i-1] + x[i] from 1 to n - 1.
#include "scan_test.h"

template <typename Scan> static void checkSum(const char *name, Scan scan) {
  FOR_EACH_SIZE(n) {
    int *x = BLOCK(int, n), *y = BLOCK(int, n);
    for (size_t k = 0; k < n; ++k)
      x[k] = static_cast<int>(scan_test_pick(k, -9, 9));
    int want = 5;
    if (n)
      y[0] = want;
    scan(y, x, static_cast<int>(n));
    for (size_t k = 0; k < n; ++k) {
      if (k)
        want += x[k];
      if (y[k] != want)
        scan_test_fail(__FILE__, __LINE__, name, "y", k, y[k], want);
    }
    free(x);
    free(y);
  }
}
