// RUN: %clang -fsyntax-only %ompscan_flags -Rpass-missed=ompscan -Xclang -verify %s

// What `sum2` does not take.

void types(int *y, long double *z, const int *x, int n) {
  int s = 0;
  long double t = 0;
#pragma omp parallel for scan(sum2 : s) // expected-note {{'scan(+ : s)' fits the updates of 's'}}
  for (int i = 0; i < n; i++) {
    s += x[i]; // expected-error {{'s' of type 'int' cannot be scanned by 'sum2', which supports only 'float' and 'double' [OS145]}}
    y[i] = s;
  }
#pragma omp parallel for scan(sum2 : t) // expected-note {{'scan(+ : t)' fits the updates of 't'}}
  for (int i = 0; i < n; i++) {
    t += x[i]; // expected-error {{'t' of type 'long double' cannot be scanned by 'sum2', which supports only 'float' and 'double' [OS145]}}
    z[i] = t;
  }
}

void forms(float *y, const float *x, int n) {
  float s = 0;
#pragma omp parallel for scan(sum2 : s) // expected-note {{'scan(affine : s)' fits the updates of 's'}}
  for (int i = 0; i < n; i++) {
    s = 2 * s + x[i]; // expected-error {{the new value of 's' is not of the form 'v + b', in which 'v' is 's' and nothing else depends on 's' [OS144]}}
    y[i] = s;
  }
#pragma omp parallel for scan(sum2 : s) // expected-note {{'scan(affine : s)' fits the updates of 's'}}
  for (int i = 0; i < n; i++) {
    s = x[i] - s; // expected-error {{the new value of 's' is not of the form 'v + b', in which 'v' is 's' and nothing else depends on 's' [OS144]}}
    y[i] = s;
  }
}

void rows(float *y, const float *x, int h, int w) {
#pragma omp target teams distribute map(to : x[0 : h * w]) map(from : y[0 : h * w]) // expected-remark {{the directives in this loop are launched separately in each iteration: 'sum2' adds more digits than the loop does in sequence [OS120]}}
  for (int r = 0; r < h; r++) {
    float s = 0;
#pragma omp parallel for scan(sum2 : s) // expected-note {{this is the reason}}
    for (int i = 0; i < w; i++) {
      s += x[r * w + i];
      y[r * w + i] = s;
    }
  }
}
