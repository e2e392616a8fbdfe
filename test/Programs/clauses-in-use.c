// RUN: %clang -O2 -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %long %run %t
// RUN: %run_tiny %t
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %run %t
// RUN: %long %clang -O1 -g %asan %s %ompscan_flags %ompscan_libs -lm -o %t.asan
// RUN: %long %run_tiny %t.asan

// What people write: whole little programs that use many clauses, in several
// styles, each against the same without a pragma.

#include "Inputs/scan_test.h"

// Clang 15 knows no modifier.
#if __clang_major__ >= 16
#define IN_ORDER order(reproducible : concurrent)
#else
#define IN_ORDER order(concurrent)
#endif

static int failures;
static void expect(int holds, const char *what) {
  if (!holds) {
    printf("failed: %s\n", what);
    failures++;
  }
}

// A summed-area table: rows in a batch, then columns; declarations at the top.
static void summed_area(unsigned *sat, const unsigned char *image, int w,
                        int h) {
  int i, j, n = w * h;
#pragma omp target teams distribute parallel for map(to : image[0 : n]) \
    map(from : sat[0 : n]) device(CPU)
  for (i = 0; i < n; i++)
    sat[i] = image[i];
#pragma omp target map(tofrom : sat[0 : n])
#pragma omp parallel for collapse(2) private(i, j) default(none) \
    shared(h, w) scan(+ : sat) schedule(static)
  for (i = 0; i < h; i++)
    for (j = 1; j < w; j++)
      sat[i * w + j] += sat[i * w + j - 1];
  for (j = 0; j < w; j++) {
#pragma omp target parallel for simd map(tofrom : sat[0 : n]) scan(+ : sat)
    for (i = 1; i < h; i++)
      sat[i * w + j] += sat[(i - 1) * w + j];
  }
}

static void check_summed_area(void) {
  const int w = 61, h = 37;
  unsigned char *image = BLOCK(unsigned char, w *h);
  unsigned *sat = BLOCK(unsigned, w *h);
  for (int k = 0; k < w * h; k++)
    image[k] = (unsigned char)scan_test_hash((uint64_t)k);
  summed_area(sat, image, w, h);
  int same = 1;
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++) {
      unsigned want = 0;
      for (int v = 0; v <= y; v++)
        for (int u = 0; u <= x; u++)
          want += image[v * w + u];
      same &= sat[y * w + x] == want;
    }
  expect(same, "summed area");
  free(image);
  free(sat);
}

// A log: where lines begin, the last line's begin, the longest word so far.
struct log_index {
  size_t lines, last_begin;
  unsigned words;
};

static struct log_index index_log(size_t *restrict begins,
                                  const char *restrict text, size_t size,
                                  size_t threshold) {
  size_t lines = 0, last_begin = 0;
  unsigned words = 0;
  char previous;
#pragma omp target parallel for if (target : size > threshold) \
    map(always, to : text[0 : size]) map(from : begins[0 : size]) \
    scan(+ : lines) reduction(+ : words) private(previous) num_threads(8)
  for (size_t i = 0; i < size; i++) {
    previous = i > 0 ? text[i - 1] : '\n';
    if (previous == '\n')
      begins[lines++] = i;
    words += text[i] > ' ' && previous <= ' ';
  }
  if (lines)
    last_begin = begins[lines - 1];
  return (struct log_index){lines, last_begin, words};
}

static void check_log(void) {
  FOR_EACH_SIZE(size) {
    if (size > 20000)
      break;
    char *text = BLOCK(char, size);
    size_t *begins = BLOCK(size_t, size), lines = 0, last = 0;
    unsigned words = 0;
    for (size_t i = 0; i < size; i++)
      text[i] = "abcd \n fg"[scan_test_hash(i) % 9];
    const struct log_index found = index_log(begins, text, size, 100);
    int same = 1;
    for (size_t i = 0; i < size; i++) {
      const char before = i ? text[i - 1] : '\n';
      if (before == '\n') {
        same &= begins[lines++] == i;
        last = i;
      }
      words += text[i] > ' ' && before <= ' ';
    }
    expect(same && found.lines == lines && found.words == words &&
               found.last_begin == last,
           "log");
    free(text);
    free(begins);
  }
}

// A ledger: the balance after each booking, the lowest one, what the last
// booking was.
typedef struct {
  int day;
  long cents;
} booking;

static long book(long *restrict balance, const booking *restrict b, int n,
                 long start, long fee, long *lowest, booking *last) {
  long total = start, charged, least = start;
  booking current = {-1, -1};
#pragma omp target map(to : b[0 : n]) map(from : balance[0 : n])
#pragma omp parallel for simd scan(+ : total) firstprivate(fee) \
    private(charged) lastprivate(current) order(concurrent) safelen(8)
  for (int i = 0; i < n; ++i) {
    current = b[i];
    charged = current.cents < 0 ? current.cents - fee : current.cents;
    total += charged;
    balance[i] = total;
  }
#pragma omp parallel for reduction(min : least)
  for (int i = 0; i < n; ++i)
    least = balance[i] < least ? balance[i] : least;
  *lowest = least;
  *last = current;
  return total;
}

static void check_ledger(void) {
  for (int n = 0; n < 5000; n = n * 3 + 1) {
    booking *b = BLOCK(booking, n), last;
    long *balance = BLOCK(long, n), lowest, total = 1000, least = 1000;
    for (int i = 0; i < n; i++)
      b[i] = (booking){i / 3, scan_test_pick((uint64_t)i, -5000, 5000)};
    const long end = book(balance, b, n, 1000, 25, &lowest, &last);
    int same = 1;
    for (int i = 0; i < n; i++) {
      total += b[i].cents - (b[i].cents < 0 ? 25 : 0);
      same &= balance[i] == total;
      least = total < least ? total : least;
    }
    expect(same && end == total && lowest == least &&
               last.day == (n ? (n - 1) / 3 : -1) &&
               last.cents == (n ? b[n - 1].cents : -1),
           "ledger");
    free(b);
    free(balance);
  }
}

// A pipeline of tasks: count, scan, distribute.
static void counting_sort(unsigned *out, const unsigned *in, int n) {
  enum { Keys = 500 };
  int *count = BLOCK(int, Keys + 1);
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : count[0 : Keys + 1])
    {
      memset(count, 0, (Keys + 1) * sizeof *count);
      for (int i = 0; i < n; i++)
        count[in[i] + 1]++;
    }
#pragma omp target parallel for scan(+ : count) nowait \
    map(tofrom : count[0 : Keys + 1]) depend(inout : count[0 : Keys + 1])
    for (int k = 1; k <= Keys; k++)
      count[k] += count[k - 1];
#pragma omp task depend(in : count[0 : Keys + 1])
    for (int i = 0; i < n; i++)
      out[count[in[i]]++] = in[i];
  }
  free(count);
}

static void check_sort(void) {
  const int n = 3000;
  unsigned *in = BLOCK(unsigned, n), *out = BLOCK(unsigned, n);
  unsigned long sum = 0;
  for (int i = 0; i < n; i++)
    sum += in[i] = (unsigned)scan_test_pick((uint64_t)i, 0, 499);
  counting_sort(out, in, n);
  int sorted = 1;
  for (int i = 0; i < n; i++) {
    sorted &= i == 0 || out[i - 1] <= out[i];
    sum -= out[i];
  }
  expect(sorted && sum == 0, "sort");
  free(in);
  free(out);
}

// Importance sampling: a distribution whose sums must not differ from run to
// run, and the first index that reaches a quantile.
static double distribution(double *cdf, const float *weight, long n,
                           int *reached, double quantile) {
  double sum = 0;
  int below = 0;
#pragma omp parallel for default(none) shared(cdf, weight, n) \
    IN_ORDER scan(+ : sum) proc_bind(spread)
  for (long i = 0; i < n; i++) {
    sum += (double)weight[i] * weight[i];
    cdf[i] = sum;
  }
#pragma omp target parallel for map(to : cdf[0 : n]) reduction(+ : below)
  for (long i = 0; i < n; i++)
    below += cdf[i] < quantile * sum;
  *reached = below;
  return sum;
}

static void check_distribution(void) {
  const long n = 40000;
  float *weight = BLOCK(float, n);
  double *cdf = BLOCK(double, n), *again = BLOCK(double, n), want = 0;
  for (long i = 0; i < n; i++)
    weight[i] = (float)scan_test_pick((uint64_t)i, 1, 1000) / 977;
  int at, at_again;
  const double sum = distribution(cdf, weight, n, &at, 0.25);
  const double sum_again = distribution(again, weight, n, &at_again, 0.25);
  int close = 1;
  for (long i = 0; i < n; i++) {
    want += (double)weight[i] * weight[i];
    close &= fabs(cdf[i] - want) <= 1e-9 * want;
  }
  expect(close, "distribution");
  expect(sum == sum_again && at == at_again &&
             memcmp(cdf, again, (size_t)n * sizeof *cdf) == 0,
         "the same distribution");
  free(weight);
  free(cdf);
  free(again);
}

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  check_summed_area();
  check_log();
  check_ledger();
  check_sort();
  check_distribution();
  return failures || scan_test_passed();
}
