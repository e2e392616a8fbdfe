// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang -verify
// RUN: %clang -fsyntax-only %s %ompscan_flags -Rpass=ompscan -Xclang -verify=silent

// Scans that programs do by hand, in two passes over parts of the input.
// silent-no-diagnostics

int omp_get_thread_num(void), omp_get_num_threads(void);
void *malloc(__SIZE_TYPE__);

// Each thread adds up the totals of those below it.
void each_thread(float *y, const float *x, int n) {
  float *sums;
#pragma omp parallel // expected-remark {{this region scans 'y' with operator '+' by hand, in two passes; '#pragma omp parallel for scan(+ : sum)' on 'for (int i = 0; i < n; i++) { sum += x[i]; y[i] = sum; }' does the same [OS204]}}
  {
    const int thread = omp_get_thread_num();
#pragma omp single
    {
      sums = malloc((omp_get_num_threads() + 1) * sizeof *sums);
      sums[0] = 0;
    }
    float sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note-re {{{{^}}with this loop{{$}}}}
      sum += x[i];
      y[i] = sum;
    }
    sums[thread + 1] = sum;
#pragma omp barrier
    float offset = 0;
    for (int t = 0; t < thread + 1; t++)
      offset += sums[t];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += offset;
  }
}

// One thread scans the totals.
void one_thread(int *y, const int *x, int n, int *sums) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '+' by hand}}
  {
    int sum = 0;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      y[i] = sum;
      sum += x[i];
    }
    sums[omp_get_thread_num() + 1] = sum;
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= omp_get_num_threads(); t++)
      sums[t] += sums[t - 1];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      y[i] += sums[omp_get_thread_num()];
  }
}

// The first pass only reduces. Parts are computed.
void reduces(long *y, const long *x, long n, long *sums) {
#pragma omp parallel // expected-remark {{'#pragma omp parallel for scan(+ : s)' on 'for (...) { s += x[i]; y[i] = s; }' does the same [OS204]}}
  {
    int thread = omp_get_thread_num(), count = omp_get_num_threads();
    long begin = n * thread / count, end = n * (thread + 1) / count;
    long s = 0;
    for (long i = begin; i < end; i++)
      s += x[i];
    sums[thread] = s;
#pragma omp barrier
#pragma omp master
    {
      long all = 0;
      for (int t = 0; t < count; t++) {
        long own = sums[t];
        sums[t] = all;
        all += own;
      }
    }
#pragma omp barrier
    s = sums[thread];
    for (long i = begin; i < end; i++) { // expected-note {{with this loop over all elements}}
      s += x[i];
      y[i] = s;
    }
  }
}

void maximum(int *y, const int *x, int n, int *tops) {
#pragma omp parallel // expected-remark {{scans 'y' with operator 'max' by hand, in two passes; '#pragma omp parallel for scan(max : top)' on 'for (int i = 0; i < n; i++) { if (x[i] > top) top = x[i]; y[i] = top; }'}}
  {
    int thread = omp_get_thread_num();
    int top = -1;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      if (x[i] > top)
        top = x[i];
      y[i] = top;
    }
    tops[thread] = top;
#pragma omp barrier
    int before = -1;
    for (int t = 0; t < thread; t++)
      before = tops[t] > before ? tops[t] : before;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      if (y[i] < before)
        y[i] = before;
  }
}

int compaction(int *y, const int *x, int n, int *counts) {
  int total;
#pragma omp parallel // expected-remark {{'#pragma omp parallel for scan(+ : at)' on 'for (int i = 0; i < n; i++) if (x[i] > 0) y[at++] = x[i]'}}
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int count = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      if (x[i] > 0)
        count++;
    counts[thread + 1] = count;
#pragma omp barrier
#pragma omp single
    {
      counts[0] = 0;
      for (int t = 1; t <= threads; t++)
        counts[t] += counts[t - 1];
      total = counts[threads];
    }
    int at = counts[thread];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) // expected-note {{with this loop}}
      if (x[i] > 0)
        y[at++] = x[i];
  }
  return total;
}

void in_place(int *a, int n, int *sums) {
#pragma omp parallel // expected-remark {{'#pragma omp parallel for scan(+ : a)' on 'for (...) a[i] += a[i - 1]'}}
  {
    const int thread = omp_get_thread_num();
    const int threads = omp_get_num_threads();
    const int size = (n + threads - 1) / threads;
    const int begin = thread * size;
    int end = begin + size;
    if (end > n)
      end = n;
    if (begin < end) {
      for (int i = begin + 1; i < end; i++) // expected-note {{with this loop over all elements}}
        a[i] += a[i - 1];
      sums[thread + 1] = a[end - 1];
    }
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= threads; t++)
      sums[t] += sums[t - 1];
    if (thread > 0 && begin < end) {
      const int offset = sums[thread];
      for (int i = begin; i < end; i++)
        a[i] += offset;
    }
  }
}

// The loop over the totals is no scan that is worth a directive.
void two_regions(int *y, const int *x, int n, int threads, int *sums) {
#pragma omp parallel num_threads(threads) // expected-remark {{scans 'y'}}
  {
    int sum = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += x[i];
      y[i] = sum;
    }
    sums[omp_get_thread_num() + 1] = sum;
  }
  for (int t = 1; t <= threads; t++)
    sums[t] += sums[t - 1];
#pragma omp parallel for schedule(static) num_threads(threads)
  for (int i = 0; i < n; i++)
    y[i] += sums[omp_get_thread_num()];
}

void blocks(int *begins, const int *degrees, int n, int *sums, int *before) {
  const int size = 1 << 12, count = (n + size - 1) / size;
#pragma omp parallel for // expected-remark {{'#pragma omp parallel for scan(+ : at)' on 'for (...) { begins[i] = at; at += degrees[i]; }'}}
  for (int b = 0; b < count; b++) {
    int sum = 0;
    int end = (b + 1) * size < n ? (b + 1) * size : n;
    for (int i = b * size; i < end; i++)
      sum += degrees[i];
    sums[b] = sum;
  }
  int total = 0;
  for (int b = 0; b < count; b++) {
    before[b] = total;
    total += sums[b];
  }
#pragma omp parallel for
  for (int b = 0; b < count; b++) {
    int at = before[b];
    int end = (b + 1) * size < n ? (b + 1) * size : n;
    for (int i = b * size; i < end; i++) { // expected-note {{with this loop over all elements}}
      begins[i] = at;
      at += degrees[i];
    }
  }
  begins[n] = total;
}

// Two regions divide the elements alike, and the second one adds up the totals.
void blocks_in_place(long *counts, long n, int count, long *sums) {
  int b;
#pragma omp parallel for // expected-remark {{'#pragma omp parallel for scan(+ : s)' on 'for (...) { long c = counts[i]; counts[i] = s; s += c; }'}}
  for (b = 0; b < count; b++) {
    long begin, end;
    begin = b == 0 ? 0 : b * n / count;
    end = b == count - 1 ? n : (b + 1) * n / count;
    long s = 0;
    for (long i = begin; i < end; i++)
      s += counts[i];
    sums[b] = s;
  }
#pragma omp parallel for
  for (b = 0; b < count; b++) {
    long begin, end;
    begin = b == 0 ? 0 : b * n / count;
    end = b == count - 1 ? n : (b + 1) * n / count;
    long s = 0;
    for (int k = 0; k < b; k++)
      s += sums[k];
    for (long i = begin; i < end; i++) { // expected-note {{with this loop over all elements}}
      long c = counts[i];
      counts[i] = s;
      s += c;
    }
    if (end == n)
      counts[n] = s;
  }
}

void declared_outside(int *begins, const int *counts, int n, int *sums) {
  int i, t, sum, thread;
#pragma omp parallel private(i, t, sum, thread) // expected-remark {{scans 'begins'}}
  {
    thread = omp_get_thread_num();
    sum = 0;
#pragma omp for schedule(static)
    for (i = 0; i < n; i++) { // expected-note {{with this loop}}
      sum += counts[i];
      begins[i + 1] = sum;
    }
    sums[thread + 1] = sum;
#pragma omp barrier
#pragma omp single
    for (t = 1; t <= omp_get_num_threads(); t++)
      sums[t] += sums[t - 1];
    sum = sums[thread];
#pragma omp for schedule(static)
    for (i = 0; i < n; i++)
      begins[i + 1] += sum;
  }
}

// Each iteration stores the total, and the last one counts.
void total_in_loop(float *y, const float *x, int n, float *sums, int threads) {
  float sum = 0;
  sums[0] = 0;
#pragma omp parallel for schedule(static) firstprivate(sum) // expected-remark {{'#pragma omp parallel for scan(+ : sum)' on 'for (...) ...'}}
  for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
    sum += x[i];
    y[i] = sum;
    sums[omp_get_thread_num() + 1] = sum;
  }
  for (int t = 1; t < threads; t++)
    sums[t] += sums[t - 1];
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    y[i] += sums[omp_get_thread_num()];
}

void products(double *y, const double *x, int n, double *of, double *before) {
#pragma omp parallel // expected-remark {{scans 'y' with operator '*' by hand}}
  {
    const int me = omp_get_thread_num();
    double product = 1;
#pragma omp for
    for (int i = 0; i < n; i++) { // expected-note {{with this loop}}
      product *= x[i];
      y[i] = product;
    }
    of[me] = product;
#pragma omp barrier
    if (me == 0) {
      before[0] = 1;
      for (int t = 1; t < omp_get_num_threads(); t++)
        before[t] = before[t - 1] * of[t - 1];
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++)
      y[i] = before[me] * y[i];
  }
}
