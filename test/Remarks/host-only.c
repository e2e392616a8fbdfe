// RUN: %cc1_verify -Rpass-analysis=ompscan %s

// Which arrays keep a loop off devices that would have to copy them.

void guarded(long *count, const char *t, long n, long words) {
#pragma omp parallel for scan(+ : words) // expected-remark {{a device with its own memory can run this scan only if 't' is mapped there already, because the section to copy cannot be computed from the subscripts; map it, for example by 'map(to: t[0:n])' on a 'target' [OS143]}}
  for (long i = 1; i < n; i++) {
    words += t[i] != ' ' && t[i - 1] == ' '; // expected-note {{the loop reads elements of 't' here}}
    count[i] = words;
  }
}

int several(int *y, const int *x, const int *table, int n, int s) {
#pragma omp parallel for scan(+ : s) // expected-remark {{only if 'x', 'y' are mapped there already, because the section to copy cannot be computed from the subscripts; map them, for example by 'map(to: x[0:n])' on a 'target' [OS143]}}
  for (int i = 0; i < n; i++) {
    s += table[i] > 0 ? x[i] : x[i + 1]; // expected-note 2{{the loop reads elements of 'x' here}}
    if (s > 9)
      y[i] = s; // expected-note {{the loop stores elements of 'y' here}}
  }
  return s;
}

// Of these all is known.
int known(int *y, const int *x, int n, int s) {
  static int table[256];
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += table[x[i] & 255] + (i > 3 ? x[i - 3] : 0);
    y[i] = s;
  }

#pragma omp target parallel for scan(+ : s) map(to : x[0 : n]) map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    s += x[x[i]];
    if (s > 9)
      y[i] = s;
  }
  return s;
}
