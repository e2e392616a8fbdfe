// RUN: %cc1_verify %s

// Items that cannot be scanned.

struct pair {
  int first, second;
};

void loops(int *y, int *z, const int *x, int n, int s, volatile int *v,
           struct pair *p, long double *e, _Complex float *c, int **pointers,
           _Atomic int *a, void *untyped) {
#pragma omp parallel for scan(+ : s) // expected-error {{scan item 's' is no array or pointer [OS010]}}
  for (int i = 1; i < n; i++)
    s += x[i];

#pragma omp parallel for scan(+ : x) // expected-error {{scan item 'x' has const elements; the loop has to store them [OS009]}}
  for (int i = 1; i < n; i++)
    y[i] = x[i - 1] + x[i];

#pragma omp parallel for scan(+ : y, y) // expected-error {{'y' is a scan item of this loop already [OS011]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) scan(+ : y) // expected-error {{'y' is a scan item of this loop already [OS011]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y, z) // expected-error {{more than one scan item on a loop is not supported yet [OS013]}}
  for (int i = 1; i < n; i++) {
    y[i] = y[i - 1] + x[i];
    z[i] = z[i - 1] + x[i];
  }

#pragma omp parallel for scan(+ : y) private(y) // expected-error {{scan item 'y' cannot be in the 'private' clause as well [OS012]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for firstprivate(y) scan(+ : y) // expected-error {{scan item 'y' cannot be in the 'firstprivate' clause as well [OS012]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) lastprivate(y) // expected-error {{scan item 'y' cannot be in the 'lastprivate' clause as well [OS012]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : y) reduction(+ : y[0 : n]) // expected-error {{scan item 'y' cannot be in the 'reduction' clause as well [OS012]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : v) // expected-error {{elements of scan item 'v' have type 'volatile int', which is volatile [OS015]}}
  for (int i = 1; i < n; i++)
    v[i] = v[i - 1] + x[i];

#pragma omp parallel for scan(+ : a) // expected-error {{elements of scan item 'a' have type '_Atomic(int)', which is atomic [OS015]}}
  for (int i = 1; i < n; i++)
    a[i] = a[i - 1] + x[i];

#pragma omp parallel for scan(+ : e) // expected-error {{elements of scan item 'e' have type 'long double', which has no equivalent on the device [OS015]}}
  for (int i = 1; i < n; i++)
    e[i] = e[i - 1] + x[i];

#pragma omp parallel for scan(+ : c) // expected-error {{elements of scan item 'c' have type '_Complex float', which has no equivalent on the device [OS015]}}
  for (int i = 1; i < n; i++)
    c[i] = c[i - 1] + x[i];

#pragma omp parallel for scan(+ : pointers) // expected-error {{elements of scan item 'pointers' have type 'int *'}}
  for (int i = 1; i < n; i++)
    pointers[i] = pointers[i - 1] + x[i];

#pragma omp parallel for scan(+ : p) // expected-error {{elements of scan item 'p' have type 'struct pair'}}
  for (int i = 1; i < n; i++)
    p[i].first = p[i - 1].first + x[i];

#pragma omp parallel for scan(+ : untyped) // expected-error {{elements of scan item 'untyped' have type 'void'}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : loops) // expected-error {{scan item 'loops' is no array or pointer [OS010]}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : n + 1) // expected-error {{}}
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
