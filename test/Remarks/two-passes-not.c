// A scan by hand in two passes, and what is none because one part of it differs.

// DEFINE: %{look} = %clang -fsyntax-only %s %ompscan_flags -Rpass-analysis=ompscan -Xclang
// none-no-diagnostics

// RUN: %{look} -verify=found

// The totals: of the threads up to the own one, or below it.
// RUN: %{look} -verify=found -DPLACE=thread -DSECOND="y[i] += thread ? sums[thread - 1] : 0;"
// RUN: %{look} -verify=found -DPLACE=thread -DONE="int a = 0; for (int t = 0; t < count; t++) { int v = sums[t]; sums[t] = a; a += v; }"
// RUN: %{look} -verify=none -DPLACE=thread
// RUN: %{look} -verify=none -DPLACE=thread -DONE="int a = 0; for (int t = 0; t < count; t++) { a += sums[t]; sums[t] = a; }"
// RUN: %{look} -verify=none -DSECOND="y[i] += sums[thread + 1];"
// RUN: %{look} -verify=found -DPLACE=thread -DONE= -DEACH="int b = 0; for (int t = 0; t < thread; t++) b += sums[t];" -DSECOND="y[i] += b;"
// RUN: %{look} -verify=none -DPLACE=thread -DONE= -DEACH="int b = 0; for (int t = 0; t <= thread; t++) b += sums[t];" -DSECOND="y[i] += b;"
// RUN: %{look} -verify=none -DPLACE=thread -DONE= -DEACH="int b = 5; for (int t = 0; t < thread; t++) b += sums[t];" -DSECOND="y[i] += b;"
// RUN: %{look} -verify=none -DPLACE=thread -DONE= -DEACH="int b = 0; for (int t = 0; t < count; t++) b += sums[t];" -DSECOND="y[i] += b;"
// RUN: %{look} -verify=none -DONE=
// RUN: %{look} -verify=none -DONE="for (int t = 2; t <= count; t++) sums[t] += sums[t - 2];"
// RUN: %{look} -verify=none -DONE="for (int t = 1; t <= count; t++) sums[t] = sums[t] > sums[t - 1] ? sums[t] : sums[t - 1];"
// RUN: %{look} -verify=none -DEACH="sums[thread] *= 2;"
// RUN: %{look} -verify=none -DEACH="sums[thread] = n;"
// RUN: %{look} -verify=none -DEACH="adjust(sums, thread);"
// RUN: %{look} -verify=none -DEACH="adjust(y, thread);"
// RUN: %{look} -verify=found -DEACH="show(y, sums[thread]);"

// The parts: not in the order of the threads, or not the same ones.
// RUN: %{look} -verify=none -DSCHEDULE="dynamic"
// RUN: %{look} -verify=none -DSCHEDULE="static, 4"
// RUN: %{look} -verify=none -DUNTIL="n / 2"
// RUN: %{look} -verify=none -DFROM=1

// The values: other elements, operators, inputs or conditions.
// RUN: %{look} -verify=none -DSECOND="z[i] += sums[thread];"
// RUN: %{look} -verify=none -DSECOND="y[i + 1] += sums[thread];"
// RUN: %{look} -verify=none -DSECOND="y[i] -= sums[thread];"
// RUN: %{look} -verify=none -DSECOND="y[i] *= sums[thread];"
// RUN: %{look} -verify=none -DBEGIN=1
// RUN: %{look} -verify=found -DFIRST="y[i] = s += x[i];"
// RUN: %{look} -verify=none -DFIRST="{ s += x[i]; y[i] = 2 * s; }"
// RUN: %{look} -verify=none -DFIRST="{ s += x[i]; y[i] = s; z[i] = s; }"
// RUN: %{look} -verify=none -DFIRST="{ s += x[i]; y[i] = s; z[i] = s & 1; }"
// RUN: %{look} -verify=found -DFIRST="{ s += x[i]; y[i] = s; z[i] = x[i] & 1; }"
// RUN: %{look} -verify=found -DFIRST="{ if (x[i] > 0) s += x[i]; y[i] = s; }"
// RUN: %{look} -verify=none -DFIRST="{ s += x[i]; if (x[i] > 0) y[i] = s; }"
// RUN: %{look} -verify=none -DFIRST="{ s += x[i]; if (i > 5) y[i] = s; }"
// RUN: %{look} -verify=none -DEACH="y[thread] = 0;"
// RUN: %{look} -verify=none -DFIRST="s += x[i];"
// RUN: %{look} -verify=none -DFIRST="s += x[i];" -DSECOND="y[i] = x[i] + sums[thread];"
// RUN: %{look} -verify=found -DFIRST="s += x[i];" -DEACH="int k = sums[thread];" -DSECOND="{ k += x[i]; y[i] = k; }"
// RUN: %{look} -verify=found -DFIRST="s += x[i];" -DEACH="int k = sums[thread];" -DSECOND="{ int v = x[i]; y[i] = k; k += v; }"
// RUN: %{look} -verify=none -DFIRST="s += x[i];" -DEACH="int k = sums[thread];" -DSECOND="{ int v = x[i]; v *= 2; y[i] = k; k += v; }"
// RUN: %{look} -verify=none -DFIRST="s += x[i];" -DEACH="int k = sums[thread];" -DSECOND="{ k += z[i]; y[i] = k; }"
// RUN: %{look} -verify=none -DDECLARED="int k, v;" -DFIRST="{ v = x[i]; s += v; }" -DEACH="k = sums[thread];" -DSECOND="{ v = z[i]; k += v; y[i] = k; }"
// RUN: %{look} -verify=none -DFIRST="s += x[i];" -DEACH="int k = sums[thread];" -DSECOND="{ k += 2 * x[i]; y[i] = k; }"
// RUN: %{look} -verify=found -DFIRST="if (x[i] > 0) s++;" -DEACH="int k = sums[thread];" -DSECOND="if (x[i] > 0) y[k++] = x[i];"
// RUN: %{look} -verify=none -DFIRST="if (x[i] > 0) s++;" -DEACH="int k = sums[thread];" -DSECOND="if (x[i] >= 0) y[k++] = x[i];"

// A second pass that need not run.
// RUN: %{look} -verify=found -DWHEN="if (count > 1)"
// RUN: %{look} -verify=found -DWHEN="if (thread > 0)"
// RUN: %{look} -verify=found -DWHEN="if (omp_get_num_threads() > 1)"
// RUN: %{look} -verify=none -DWHEN="if (n > 5)"
// RUN: %{look} -verify=none -DWHEN="if (x[0])"

// A histogram with the number of elements of each thread.
// RUN: %{look} -verify=none -DFIRST="{ z[x[i]]++; s++; }" -DSECOND="y[z[x[i]]++] = x[i];"

#ifndef SCHEDULE
#define SCHEDULE static
#endif
#ifndef DECLARED
#define DECLARED
#endif
#ifndef PLACE
#define PLACE thread + 1
#endif
#ifndef BEGIN
#define BEGIN 0
#endif
#ifndef FIRST
#define FIRST                                                                  \
  {                                                                            \
    s += x[i];                                                                 \
    y[i] = s;                                                                  \
  }
#endif
#ifndef ONE
#define ONE                                                                    \
  for (int t = 1; t <= count; t++)                                             \
    sums[t] += sums[t - 1];
#endif
#ifndef EACH
#define EACH
#endif
#ifndef FROM
#define FROM 0
#endif
#ifndef UNTIL
#define UNTIL n
#endif
#ifndef WHEN
#define WHEN
#endif
#ifndef SECOND
#define SECOND y[i] += sums[thread];
#endif

int omp_get_thread_num(void), omp_get_num_threads(void);
void adjust(int *, int), show(const int *, int);

void by_hand(int *y, int *z, const int *x, int n, int *sums) {
#pragma omp parallel // found-remark {{scans 'y' with operator '+' by hand}} found-note@* {{with this loop}}
  {
    const int thread = omp_get_thread_num(), count = omp_get_num_threads();
    int s = BEGIN;
    DECLARED
#pragma omp for schedule(SCHEDULE)
    for (int i = 0; i < n; i++)
      FIRST
    sums[PLACE] = s;
#pragma omp barrier
#pragma omp single
    {
      ONE
    }
    EACH
    WHEN
#pragma omp for schedule(SCHEDULE)
    for (int i = FROM; i < UNTIL; i++)
      SECOND
  }
}

// The iterations of each thread are not neighbours.
void cyclic(int *y, const int *x, int n, int *sums) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), count = omp_get_num_threads();
    int s = 0;
    for (int i = thread; i < n; i += count) {
      s += x[i];
      y[i] = s;
    }
    sums[thread + 1] = s;
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= count; t++)
      sums[t] += sums[t - 1];
    for (int i = thread; i < n; i += count)
      y[i] += sums[thread];
  }
}

// Each thread has a row.
void rows(int *y, const int *x, int n, int *sums) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), count = omp_get_num_threads();
    int s = 0;
    for (int i = 0; i < n; i++) {
      s += x[i];
      y[thread * n + i] = s;
    }
    sums[thread + 1] = s;
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= count; t++)
      sums[t] += sums[t - 1];
    for (int i = 0; i < n; i++)
      y[thread * n + i] += sums[thread];
  }
}

// The first element of each part gets what the thread before may have stored.
void beyond(int *a, int n, int *sums) {
#pragma omp parallel
  {
    const int thread = omp_get_thread_num(), count = omp_get_num_threads();
    const int begin = 1 + (n - 1) * thread / count;
    const int end = 1 + (n - 1) * (thread + 1) / count;
    for (int i = begin; i < end; i++)
      a[i] += a[i - 1];
    sums[thread + 1] = a[end - 1];
#pragma omp barrier
#pragma omp single
    for (int t = 1; t <= count; t++)
      sums[t] += sums[t - 1];
    for (int i = begin; i < end; i++)
      a[i] += sums[thread];
  }
}

// A reduction by hand.
float total(const float *x, int n, float *sums, int threads) {
#pragma omp parallel
  {
    float s = 0;
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++)
      s += x[i];
    sums[omp_get_thread_num()] = s;
  }
  float all = 0;
  for (int t = 0; t < threads; t++)
    all += sums[t];
  return all;
}
