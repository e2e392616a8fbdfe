// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=ompscan -Rpass-missed=ompscan -Xclang -verify=expected,always
// RUN: %clang -fsyntax-only %s %ompscan_flags -Xclang -verify=always
// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-no-inscan -DNO_INSCAN -Rpass=ompscan -Rpass-missed=ompscan -Xclang -verify=none
// RUN: %clang -fsyntax-only %s -fopenmp-simd -fplugin=%plugin -DNO_INSCAN -Rpass=ompscan -Rpass-missed=ompscan -Xclang -verify=none
// RUN: %clang -fsyntax-only %s %ompscan_flags -fplugin-arg-ompscan-no-inscan -Xclang -verify=none
// RUN: %clang -fsyntax-only %s -fopenmp-simd -fplugin=%plugin -Xclang -verify=none
// none-no-diagnostics

// Which loops in OpenMP's own form become no kernels, and why. Where Clang's code
// would be wrong they are errors, or run sequentially.

int opaque(int value);
static _Thread_local int own;
static int also_own;
#pragma omp threadprivate(also_own)

void refused(int *restrict y, const int *restrict x, const int *index, int n) {
  int s = 0, t = 0, u = 0;
  int many[40] = {0};
#pragma omp parallel for reduction(inscan, + : s) // always-warning {{this scan runs on one core: function 'opaque' is called in a scan loop but has no body in this file; define it here or in a header [OS142]}}
  for (int i = 0; i < n; i++) {
    s += opaque(x[i]); // always-note  {{the scan is not parallelized because of this}}
#pragma omp scan inclusive(s)
    y[i] = s;
  }

#pragma omp parallel for reduction(inscan, + : s) // always-warning {{the section of 'x' that the loop reads cannot be computed from this subscript}}
  for (int i = 0; i < n; i++) {
    s += x[index[i]];
#pragma omp scan inclusive(s)
    y[i] = x[s & 7]; // always-note  {{the scan is not parallelized because of this}}
  }

  // OpenMP does not define what an item is in the input phase.
#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{[OS080]}}
  for (int i = 0; i < n; i++) {
    y[i] = s; // always-warning {{OpenMP does not define the value of 's' here, in the input phase; the loop means what it means without OpenMP [OS205]}}
    s += x[i];
#pragma omp scan inclusive(s)
  }

#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{[OS080]}}
  for (int i = 0; i < n; i++) {
#pragma omp scan exclusive(s)
    y[s++] = x[i]; // always-warning {{OpenMP does not define the value of 's' here, in the input phase}}
  }

#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{[OS080]}}
  for (int i = 0; i < n; i++) {
#pragma omp scan exclusive(s)
    int v = s += x[i]; // always-warning {{OpenMP does not define the value of 's' here, in the input phase}}
    y[i] = v;
  }

#pragma omp parallel for reduction(inscan, + : s) // always-error {{a list item is updated in the scan phase; update it in the input phase}}
  for (int i = 0; i < n; i++) {
    s += x[i]; // always-note  {{the scan is not parallelized because of this}}
#pragma omp scan exclusive(s)
    y[i] = s;
  }

#pragma omp parallel for reduction(inscan, + : s, t) // always-error {{a list item is updated in the scan phase; update it in the input phase}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s, t)
    t += x[i]; // always-note  {{the scan is not parallelized because of this}}
    y[i] = s;
  }

  // Each thread has its own.
#pragma omp parallel for reduction(inscan, + : s) // always-error {{each thread has its own 'own'; use a variable that is not 'threadprivate'}}
  for (int i = 0; i < n; i++) {
    s += x[i] + own; // always-note  {{the scan is not parallelized because of this}}
#pragma omp scan inclusive(s)
    y[i] = s;
  }
#pragma omp parallel for reduction(inscan, + : s) // always-error {{each thread has its own 'also_own'; use a variable that is not 'threadprivate'}}
  for (int i = 0; i < n; i++) {
    s += x[i] + also_own; // always-note  {{the scan is not parallelized because of this}}
#pragma omp scan inclusive(s)
    y[i] = s;
  }

  // Clauses.
#pragma omp parallel for reduction(inscan, + : s) linear(u : 2) // always-error {{'linear' is not supported on a scan loop; add the step of the clause to the variable in every iteration}} always-note  {{the scan is not parallelized because of this}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
#pragma omp parallel for reduction(inscan, + : s) copyin(also_own) // always-error {{clause 'copyin' is not supported}} always-note  {{the scan is not parallelized because of this}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
#pragma omp parallel for reduction(inscan, + : many) // always-error {{the elements of 'many' in the reduction have 160 bytes}} always-note  {{the scan is not parallelized because of this}}
  for (int i = 0; i < n; i++) {
    many[x[i]]++;
#pragma omp scan inclusive(many)
    y[i] = many[x[i]];
  }

  // Updates that are not those of the operator.
#pragma omp parallel for reduction(inscan, + : s) // always-error {{cannot compile this scan by 'reduction(inscan, ...)', and Clang's code for it ignores the value that a list item has before the loop: }}
  for (int i = 0; i < n; i++) {
    s *= x[i]; // always-note  {{the scan is not parallelized because of this}}
#pragma omp scan inclusive(s)
    y[i] = s;
  }
}

#ifndef NO_INSCAN
/* Other constructs. */
void other_constructs(int *y, const int *x, int n) {
  int s = 0;
#pragma omp parallel
#pragma omp for reduction(inscan, + : s) // expected-remark {{parallelized a scan of 's'}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
#pragma omp parallel
#pragma omp for simd reduction(inscan, + : s) // expected-remark {{parallelized a scan of 's'}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
#pragma omp simd reduction(inscan, + : s) // expected-remark {{this scan runs on the host: 'reduction(inscan, ...)' must be on a 'for' or 'parallel for', which must be the only statement of a 'target' [OS081]}}
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp scan inclusive(s)
    y[i] = s;
  }
  // What the scan phase sets, Clang's code has not set yet in the input phase.
#pragma omp simd reduction(inscan, + : s) // expected-remark {{[OS081]}} always-warning {{this scan runs on one core: on 'simd', Clang runs the input phase first, which uses values of the scan phase [OS142]}}
  for (int i = 0; i < n; i++) {
    int more = 0;
    if (x[i] > 0) {
      y[i] = s;
      more = 1;
    }
#pragma omp scan exclusive(s)
    s += more; // always-note  {{the scan is not parallelized because of this}}
  }
#pragma omp simd reduction(inscan, + : s) // expected-remark {{[OS081]}} always-warning {{this scan runs on one core: on 'simd', Clang runs the input phase first, which uses values of the scan phase [OS142]}}
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += y[i] & x[i]; // always-note  {{the scan is not parallelized because of this}}
  }
#pragma omp simd reduction(inscan, + : s) // expected-remark {{[OS081]}}
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    int more = x[i];
    s += more + y[i + 1];
  }
#pragma omp simd reduction(inscan, + : s) // expected-remark {{[OS081]}}
  for (int i = 0; i < n; i++) {
    int more = x[i];
    s += more;
#pragma omp scan inclusive(s)
    y[i] = s + more;
  }
#pragma omp target map(tofrom : y[0 : n], s) map(to : x[0 : n]) // expected-remark {{[OS093]}}
  {
    s = 1;
#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{'reduction(inscan, ...)' must be on a 'for' or 'parallel for'}} always-error {{before the loop: the loop must be the only statement of the 'target' construct [OS178]}}
    for (int i = 0; i < n; i++) {
      s += x[i];
#pragma omp scan inclusive(s)
      y[i] = s;
    }
  }
}
#endif

/* With the options that leave the form to Clang, this is no remark either. */
int taken(int *restrict y, const int *restrict x, int n) {
  int s = 0;
#pragma omp parallel for reduction(inscan, + : s) // expected-remark {{parallelized a scan of 's'}}
  for (int i = 0; i < n; i++) {
    y[i] = s;
#pragma omp scan exclusive(s)
    s += x[i];
  }
  return s;
}
