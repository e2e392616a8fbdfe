// RUN: %verify -ftrapv -DTRAPS %s
// RUN: %verify -ffp-model=strict -DROUNDS -DEXCEPTIONS %s
// RUN: %verify -ffp-exception-behavior=maytrap -DROUNDS -DEXCEPTIONS %s
// RUN: %verify -frounding-math -DROUNDS %s
// RUN: %verify -DPRAGMAS %s
// RUN: %clang -fsyntax-only -Werror -ffast-math -fno-signed-zeros -fdenormal-fp-math=preserve-sign %s %ompscan_flags

// What kernels cannot do: end the program, round in another way, and leave
// exceptions of floating-point numbers.

#ifdef TRAPS
static int twice(int a) { return a * 2; } // expected-error {{'-ftrapv' ends the program if this overflows, which is not supported in a scan loop; compute in an unsigned type, or compile the file without '-ftrapv' [OS181]}}

void overflow(int *y, const int *x, const short *h, const long *at, int n) {
  int s = 0;
  long w = 0;
  unsigned u = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i]; // expected-error {{[OS181]}}
    y[i] = s;
  }
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i]; // expected-error {{[OS181]}}
#pragma omp parallel for scan(+ : u)
  for (int i = 0; i < n; i++) {
    u += twice(x[i]); // expected-note {{called from the scan here}}
    y[i] = u;
  }
#pragma omp parallel for scan(+ : u)
  for (int i = 0; i < n; i++) {
    u += -x[i]; // expected-error {{[OS181]}}
    y[i] = u;
  }

  // Nothing of these overflows.
  double d = 0;
#pragma omp parallel for scan(+ : d)
  for (int i = 1; i < n - 1; i++) {
    int bits = 0;
    for (int j = 0; j < 4; j++)
      bits ^= x[i] >> j;
    d += x[i + 1] * 0.5 + (h[i] + h[i - 1] * 3) + bits;
    y[i] = (int)d;
  }
#pragma omp parallel for scan(max : w)
  for (int i = 0; i < n; i++) {
    w = w > at[i + 1] ? w : at[i + 1];
    y[i] = (int)w;
  }
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i])
      y[k++] = x[i];
}
#else
void environment(float *z, double *y, const double *x, const int *m, int n) {
  double s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
#ifdef ROUNDS
    // expected-error@+2 {{options or a pragma make this depend on the floating-point environment, but a scan loop always rounds to nearest and raises no exceptions; compile the loop without them [OS182]}}
#endif
    s += x[i];
    y[i] = s;
  }
#pragma omp parallel for scan(max : s)
  for (int i = 0; i < n; i++) {
#ifdef EXCEPTIONS
    // expected-error@+2 {{[OS182]}}
#endif
    s = x[i] > s ? x[i] : s;
    y[i] = s;
  }
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += m[i];
#ifdef ROUNDS
    // expected-error@+2 {{[OS182]}}
#endif
    z[i] = k;
  }
  // Nothing that rounds.
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++) {
    k += m[i];
    y[i] = k;
    z[i] = 1;
  }
}
#endif

#ifdef PRAGMAS
static double product(double a) {
#pragma STDC FENV_ACCESS ON
  return a * 3; // expected-error {{[OS182]}}
}

void pragmas(double *y, const double *x, const int *m, int n) {
  {
#pragma STDC FENV_ACCESS ON
    double s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++) {
      s += m[i]; // expected-error {{[OS182]}}
      y[i] = s;
    }
  }
  {
#pragma float_control(except, on)
    double s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++) {
      s += x[i] * 2; // expected-error {{[OS182]}}
      y[i] = s;
    }
  }
  {
    double s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++) {
      s += product(x[i]); // expected-note {{called from the scan here}}
      y[i] = s;
    }
  }
  {
#pragma clang fp reassociate(on) contract(fast)
    double s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < n; i++) {
      s += x[i] * 2;
      y[i] = s;
    }
  }
}
#endif
