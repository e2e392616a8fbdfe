// RUN: %clang %opt -Wno-error=extra-tokens %s %ompscan_flags %ompscan_libs -o %t 2>&1 | %filecheck %s
// RUN: %run %t

// Clang leaves out what follows a word that is no clause. What stands for a
// member in the `scan` clause then must not turn the loop into one without end.

// CHECK: warning: extra tokens at the end of '#pragma omp parallel for' are ignored

int main(void) {
  struct {
    int k;
  } s = {0};
#pragma omp parallel for nonsense(s) scan(+ : s.k)
  for (int i = 0; i < 1; i++)
    s.k++;
  return s.k != 1;
}
