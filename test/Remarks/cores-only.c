// RUN: %cc1_verify -Rpass-analysis=ompscan %s

// Which loops only the host's cores run.

unsigned long hash(unsigned long *y, const unsigned long *x, int n, unsigned long s) {
#pragma omp parallel for scan(+ : s) // expected-remark {{only the host's cores can run this scan: other devices do not support type 'unsigned __int128' [OS149]}}
  for (int i = 0; i < n; i++) {
    s += (unsigned long)((unsigned __int128)x[i] * x[i] >> 64);
    y[i] = s;
  }
  return s;
}

void in_passes(__int128 *y, const __int128 *x, int n) {
  __int128 s = 0, best = 0;
#pragma omp target parallel for scan(+ : s) scan(max : best) map(to : x[0 : n]) map(from : y[0 : n]) // expected-remark {{only the host's cores can run this scan: other devices do not support type '__int128' [OS149]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
    if (s > best)
      best = s;
    y[i] = best;
  }
}

void narrow(long *y, const long *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
