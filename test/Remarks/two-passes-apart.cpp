// RUN: %clangxx -std=c++17 -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang -verify

// Scans by hand in two passes: totals with gaps between them, and passes in
// functions of their own. A loop that stands alone in a function is a scan, too.

extern "C" int omp_get_thread_num(), omp_get_num_threads();

enum { Pad = 16, MostThreads = 256 };

// Totals with gaps.
void padded(int *y, const int *x, int n, int *totals) {
#pragma omp parallel // expected-remark {{'#pragma omp parallel for scan(+ : sum)' on 'for (int i = 0; i < n; i++) { sum += x[i]; y[i] = sum; }'}}
  {
    const int thread = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    totals[thread * Pad] = sum;
#pragma omp barrier
    int before = 0;
    for (int t = 0; t < thread; t++)
      before += totals[t * Pad];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before;
  }
}

void padded_by_one(int *y, const int *x, int n, int *totals) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    totals[(thread + 1) * Pad] = sum;
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= omp_get_num_threads(); t++)
      totals[t * Pad] += totals[(t - 1) * Pad];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += totals[thread << 4];
  }
}

struct alignas(64) Padded {
  double v;
};

void in_structures(double *y, const double *x, int n) {
  Padded totals[MostThreads];
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = (long long)n * thread / threads;
    const int end = (long long)n * (thread + 1) / threads;
    double sum = 0;
    for (int i = begin; i < end; i++)
      sum += x[i];
    totals[thread].v = sum;
#pragma omp barrier
#pragma omp single
    {
      double all = 0;
      for (int t = 0; t < threads; t++) {
        const double own = totals[t].v;
        totals[t].v = all;
        all += own;
      }
    }
    sum = totals[thread].v;
    for (int i = begin; i < end; i++) { // expected-note {{with this loop over all elements}}
      y[i] = sum;
      sum += x[i];
    }
  }
}

void in_rows(double *y, const double *x, int n, double (*totals)[8]) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    double sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    totals[thread][0] = sum;
#pragma omp barrier
    double before = 0;
    for (int t = 0; t < thread; t++)
      before += totals[t][0];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before;
  }
}

void added_in_place(double *y, const double *x, int n, Padded *totals) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    double sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    totals[thread + 1].v = sum;
#pragma omp barrier
#pragma omp single
    {
      totals[0].v = 0;
      for (int t = 1; t <= omp_get_num_threads(); t++)
        totals[t].v += totals[t - 1].v;
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += totals[thread].v;
  }
}

// A member of the class, whose first element precedes all parts.
struct Workspace {
  int totals[MostThreads + 1];

  void first(int *y, const int *x, int n) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
    {
      const int thread = omp_get_thread_num();
      int sum = 0;
#pragma omp for schedule(static)
      for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
        sum += x[i];
        y[i] = sum;
      }
      totals[thread + 1] = sum;
#pragma omp barrier
#pragma omp single
      {
        totals[0] = 0;
        for (int t = 1; t <= omp_get_num_threads(); t++)
          totals[t] += totals[t - 1];
      }
#pragma omp for schedule(static)
      for (int i = 0; i < n; i++)
        y[i] += totals[thread];
    }
  }
};

// Into a table without gaps.
void compacts(double *y, const double *x, int n, Padded *totals, double *before) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    const int thread = omp_get_thread_num();
    double sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    totals[thread].v = sum;
#pragma omp barrier
#pragma omp master
    {
      before[0] = 0;
      for (int t = 0; t < omp_get_num_threads(); t++)
        before[t + 1] = before[t] + totals[t].v;
    }
#pragma omp barrier
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before[thread];
  }
}

// A function for each pass.
static double part_sum(const double *in, int begin, int end) {
  double s = 0;
  for (int i = begin; i < end; i++)
    s += in[i];
  return s;
}
static void part_scan(const double *in, double *out, int begin, int end, double s) {
  // expected-remark@+1 {{this loop is a scan}}
  for (int i = begin; i < end; i++) { // expected-note 2 {{with this loop over all elements}}
    s += in[i];
    out[i] = s;
  }
}
static void exclusive(double *a, int n) {
  double all = 0;
  for (int t = 0; t < n; t++) { // expected-remark {{this loop is a scan}}
    double own = a[t];
    a[t] = all;
    all += own;
  }
}
void by_functions(double *y, const double *x, int n, double *totals) {
#pragma omp parallel // expected-remark {{this region scans 'y' with operator '+' by hand, in two passes; '#pragma omp parallel for scan(+ : s)' on 'for (...) { s += in[i]; out[i] = s; }' does the same [OS204]}}
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = (long long)n * thread / threads;
    const int end = (long long)n * (thread + 1) / threads;
    totals[thread] = part_sum(x, begin, end);
#pragma omp barrier
#pragma omp single
    exclusive(totals, threads);
    part_scan(x, y, begin, end, totals[thread]);
  }
}

// Blocks, and results through pointers and references.
static void sum_to(const double *in, int begin, int end, double *total) {
  double s = 0;
  for (int i = begin; i < end; i++)
    s += in[i];
  *total = s;
}
void blocks(double *y, const double *x, int n, double *totals, int blocks) {
#pragma omp parallel for // expected-remark {{'#pragma omp parallel for scan(+ : s)' on 'for (...) { s += in[i]; out[i] = s; }'}}
  for (int b = 0; b < blocks; b++)
    sum_to(x, n * b / blocks, n * (b + 1) / blocks, &totals[b]);
  exclusive(totals, blocks);
#pragma omp parallel for
  for (int b = 0; b < blocks; b++)
    part_scan(x, y, n * b / blocks, n * (b + 1) / blocks, totals[b]);
}

template <typename T>
static void scan_part(T *a, int begin, int end, T &total) {
  T sum = 0;
  // expected-remark@+1 {{this loop is a scan}}
  for (int i = begin; i < end; i++) { // expected-note {{with this loop over all elements}}
    sum += a[i];
    a[i] = sum;
  }
  total = sum;
}
template <typename T> static void add_to(T *a, int begin, int end, T more) {
  for (int i = begin; i < end; i++)
    a[i] += more;
}
void references(int *y, int n, int *totals) {
#pragma omp parallel // expected-remark {{'#pragma omp parallel for scan(+ : sum)' on 'for (...) { sum += a[i]; a[i] = sum; }'}}
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = n / threads * thread;
    const int end = thread == threads - 1 ? n : begin + n / threads;
    scan_part(y, begin, end, totals[thread + 1]);
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= threads; t++)
      totals[t] += totals[t - 1];
    add_to(y, begin, end, totals[thread]);
  }
}

// The threads' work as a whole.
static void worker(int id, int threads, int n, const int *x, int *y, int *totals) {
  const int begin = (long long)n * id / threads;
  const int end = (long long)n * (id + 1) / threads;
  int s = 0;
  for (int i = begin; i < end; i++)
    s += x[i];
  totals[id + 1] = s;
#pragma omp barrier
#pragma omp single
  for (int t = 1; t <= threads; t++)
    totals[t] += totals[t - 1];
  s = totals[id];
  for (int i = begin; i < end; i++) { // expected-note {{with this loop over all elements}}
    s += x[i];
    y[i] = s;
  }
}
void by_worker(int *y, const int *x, int n, int *totals) {
#pragma omp parallel // expected-remark {{this region scans 'y' with operator '+' by hand, in two passes; '#pragma omp parallel for scan(+ : s)' on 'for (...) { s += x[i]; y[i] = s; }' does the same [OS204]}}
  worker(omp_get_thread_num(), omp_get_num_threads(), n, x, y, totals);
}

static void divided(int *y, const int *x, int n, int *totals) {
  int sum = 0;
#pragma omp for schedule(static)
  for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
    sum += x[i];
    y[i] = sum;
  }
  totals[omp_get_thread_num() + 1] = sum;
#pragma omp barrier
#pragma omp single
  for (int t = 1; t <= omp_get_num_threads(); t++)
    totals[t] += totals[t - 1];
#pragma omp for schedule(static)
  for (int i = 0; i < n; i++)
    y[i] += totals[omp_get_thread_num()];
}
void by_team(int *y, const int *x, int n, int *totals) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    divided(y, x, n, totals);
  }
}

// No scans.

// Each call has a pass of its own.
static void one_pass(int *y, const int *x, int n, int *totals, int which) {
  if (which == 0) {
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      sum += x[i];
      y[i] = sum;
    }
    totals[omp_get_thread_num() + 1] = sum;
  }
#pragma omp barrier
#pragma omp single
  for (int t = 1; t <= omp_get_num_threads(); t++)
    totals[t] += totals[t - 1];
  if (which == 1) {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += totals[omp_get_thread_num()];
  }
}
void two_arrays(int *y, const int *x, int *z, int n, int *totals) {
#pragma omp parallel
  {
    one_pass(y, x, n, totals, 0);
    one_pass(z, x, n, totals, 1);
  }
}

// Every thread takes all that the first one has.
void same_element(int *y, const int *x, int n, int *totals) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      sum += x[i];
      y[i] = sum;
    }
    totals[thread * Pad] = sum;
#pragma omp barrier
#pragma omp single
    for (int t = 1; t < omp_get_num_threads(); t++)
      totals[t * Pad] += totals[(t - 1) * Pad];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += totals[thread]; // without Pad
  }
}

// Their own totals are in the offsets, too.
void inclusive(double *y, const double *x, int n, Padded *totals) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    double sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      sum += x[i];
      y[i] = sum;
    }
    totals[thread].v = sum;
#pragma omp barrier
#pragma omp single
    for (int t = 1; t < omp_get_num_threads(); t++)
      totals[t].v += totals[t - 1].v;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += totals[thread].v;
  }
}

// Another part than that which was added up.
void other_parts(double *y, const double *x, int n, double *totals) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = (long long)n * thread / threads;
    const int end = (long long)n * (thread + 1) / threads;
    totals[thread] = part_sum(x, begin, end);
#pragma omp barrier
#pragma omp single
    exclusive(totals, threads);
    part_scan(x, y, begin + 1, end, totals[thread]);
  }
}

// Other numbers than those that were added up.
void other_numbers(double *y, const double *x, const double *z, int n, double *totals) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    const int begin = (long long)n * thread / threads;
    const int end = (long long)n * (thread + 1) / threads;
    totals[thread] = part_sum(z, begin, end);
#pragma omp barrier
#pragma omp single
    exclusive(totals, threads);
    part_scan(x, y, begin, end, totals[thread]);
  }
}

// Changed in between.
void disturbed(double *y, const double *x, int n, Padded *totals) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num();
    double sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      sum += x[i];
      y[i] = sum;
    }
    totals[thread].v = sum;
#pragma omp barrier
    double before = 0;
    for (int t = 0; t < thread; t++)
      before += totals[t].v;
    before *= 2;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += before;
  }
}
