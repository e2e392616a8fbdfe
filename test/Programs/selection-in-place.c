// RUN: %clang %opt -Wall -Werror %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -lm -o %t
// RUN: %run %t
// RUN: %long env OMPSCAN_ALGORITHM=reduce-then-scan %run %t 5000
// RUN: %run_tiny %t 10007
// RUN: env OMPSCAN_ALGORITHM=reduce-then-scan %run_tiny %t 5000 few
// RUN: %run_oclgrind %t 13
// RUN: env OMPSCAN_ALGORITHM=single-pass %run_oclgrind_in_place %t 150
// RUN: %clang -O1 -g %asan %s %ompscan_include %ompscan_flags \
// RUN:   %ompscan_libs -lm -o %t.asan
// RUN: %run %t.asan 5000

// Loops that keep some elements of the arrays that they read, in arrays of
// exactly that size. What is behind the kept ones stays as it was. At the end
// sizes, data and forms are drawn, and data is mapped or not: OMPSCAN_SOAK sets
// the number of these runs.

#include "Inputs/scan_test.h"
#include <ompscan/ompscan.h>
#include <stdbool.h>

struct pair {
  short key;
  double value;
};

struct arrays {
  int *a;
  long long *b;
  struct pair *p;
  unsigned char *flags;
  struct {
    long count;
  } has;
};

/* A loop on the arrays of s from `from` to n, once for the device and once for
 * the host; it returns what its counters, which begin as k and 0, have become.
 */
#define ITEMS k
#define LOOP(NAME, MAPS, TYPE, ...)                                            \
  static long NAME(struct arrays *s, long from, long n, long begin,            \
                   int limit) {                                                \
    int *a = s->a;                                                             \
    long long *b = s->b;                                                       \
    struct pair *p = s->p;                                                     \
    const unsigned char *flags = s->flags;                                     \
    TYPE k = (TYPE)begin;                                                      \
    int l = 0;                                                                 \
    (void)a, (void)b, (void)p, (void)flags, (void)limit;                       \
    PRAGMA(omp target map(tofrom : MAPS))                                      \
    PRAGMA(omp parallel for scan(+ : ITEMS))                                     \
    __VA_ARGS__                                                                \
    return (long)k + 1000003L * l;                                             \
  }                                                                            \
  static long NAME##_expected(struct arrays *s, long from, long n, long begin, \
                              int limit) {                                     \
    int *a = s->a;                                                             \
    long long *b = s->b;                                                       \
    struct pair *p = s->p;                                                     \
    const unsigned char *flags = s->flags;                                     \
    TYPE k = (TYPE)begin;                                                      \
    int l = 0;                                                                 \
    (void)a, (void)b, (void)p, (void)flags, (void)limit;                       \
    __VA_ARGS__                                                                \
    return (long)k + 1000003L * l;                                             \
  }

/* clang-format off */
LOOP(one, a[0:n], long, for (long i = from; i < n; i++)
  if (a[i] > limit)
    a[k++] = a[i];)

/* Companions; other arrays; several conditions; the update first or last. */
#define AB a[0:n], b[0:n], flags[0:n]
LOOP(companions, AB, int, for (long i = from; i < n; i++)
  if (a[i] > limit && flags[i] < 200) {
    b[k] = b[i];
    a[k] = a[i];
    k += 1;
  })
LOOP(update_first, AB, long, for (int i = (int)from; i < n; i++) {
  if (flags[i] > 10) {
    const int old = a[i];
    if (old > limit) {
      ++k;
      a[k - 1] = old;
      b[k - 1] = b[i];
    }
  }
})

/* Values that are computed, and where they came from. */
LOOP(computed, AB, unsigned, for (unsigned i = (unsigned)from; i < (unsigned)n; i++) {
  if (a[i] <= limit)
    continue;
  a[k] = (int)(a[i] + b[i]);
  b[k++] = (long long)i * 3;
})

/* The element to the right; of every third element. */
LOOP(right, a[0:n], long, for (long i = from; i < n; i++)
  if (i + 1 == n || a[i] != a[i + 1])
    a[k++] = a[i];)
LOOP(third, a[0:n], long, for (long i = from; i < n; i += 3)
  if (a[i] > limit)
    a[k++] = a[i] - 7;)

/* Runs of equal elements, and of elements whose keys are equal. */
LOOP(unique, AB, long, for (long i = from; i < n; i++)
  if (i == 0 || a[i] / 8 != a[i - 1] / 8) {
    a[k] = a[i];
    b[k] = b[i];
    k++;
  })
LOOP(keys, p[0:n], long, for (long i = from; i < n; i++)
  if (i == 0 || p[i].key != p[i - 1].key)
    p[k++] = p[i];)

/* What differs from the last one kept. */
LOOP(last_kept, AB, long, for (long i = from; i < n; i++)
  if (a[i] != a[k - 1]) {
    a[k] = a[i];
    b[k++] = b[i] / 3;
  })
LOOP(last_kept_at, a[0:n], long, for (long i = from; i < n; i++)
  if (a[k] != a[i])
    a[++k] = a[i];)

/* Members, whole and alone; from the counter's own scale. */
LOOP(members, p[0:n], long, for (long i = from; i < n; i++)
  if (p[i].value > limit) {
    p[k].key = p[i].key;
    p[k].value = 2 * p[i].value;
    k++;
  })
LOOP(doubled, a[0:2*n], long, for (long i = from; i < n; i++)
  if (a[2 * i + 1] > limit) {
    const int odd = a[2 * i + 1];
    a[2 * k] = a[2 * i];
    a[2 * k + 1] = odd;
    k++;
  })

/* Several branches keep an iteration, with different values or the same one. */
LOOP(replaced, AB, long, for (long i = from; i < n; i++)
  if (a[i] > limit)
    a[k++] = a[i];
  else if (flags[i] < 100)
    a[k++] = -(int)i;)
LOOP(replaced_all, AB, int, for (int i = (int)from; i < n; i++)
  if (a[i] > limit) {
    a[k] = 7;
    b[k] = b[i] + flags[i];
    k += 1;
  } else if (flags[i] < 100) {
    b[k] = 3;
    a[k++] = a[i];
  } else {
    b[k] = a[i];
    a[k] = 2 * a[i];
    k++;
  })
LOOP(same_value, AB, long, for (long i = from; i < n; i++)
  if (a[i] > limit)
    a[k++] = a[i];
  else if (flags[i] < 100) {
    k++;
    a[k - 1] = a[i];
  })

/* Tests that keep elements from being copied to themselves. */
LOOP(tested, a[0:n], long, for (long i = from; i < n; i++)
  if (a[i] > limit) {
    if (k != i)
      a[k] = a[i];
    k++;
  })
LOOP(tested_all, AB, unsigned, for (long i = from; i < n; i++) {
  if (flags[i] > limit) {
    if (i != k) {
      a[k] = a[i];
      b[k] = b[i];
    }
    ++k;
  }
})
LOOP(tested_parts, p[0:n], int, for (int i = (int)from; i < n; i++)
  if (p[i].value > limit) {
    if (i != k) {
      p[k].key = p[i].key;
      p[k].value = p[i].value;
    }
    k++;
  })

LOOP(tested_below, a[0:n], long, for (long i = from; i < n; i++)
  if (a[i] > limit) {
    if (k < i) a[k++] = a[i];
    else ++k;
  })
LOOP(tested_above, AB, int, for (int i = (int)from; i < n; i++)
  if (flags[i] > limit) {
    if (i > k) {
      a[k] = a[i];
      b[k] = b[i];
      k++;
    } else
      k++;
  })

/* A member counts. */
LOOP(counted, AB, long, for (long i = from; i < n; i++)
  if ((a[i] & 1) == (flags[i] & 1) && a[i] > limit)
    a[k++] = a[i];)

#undef ITEMS
#define ITEMS k, l
/* The others go elsewhere: to an array that is stored only, to one that is in
 * place as well, or nowhere; by different steps, with the update first. */
LOOP(parted, AB, long, for (long i = from; i < n; i++)
  if (a[i] > limit)
    a[k++] = a[i];
  else
    b[l++] = 2 * a[i];)
LOOP(both, AB, unsigned, for (long i = from; i < n; i++) {
  const int next = i + 1 < n ? a[i + 1] : 7;
  if (a[i] <= limit) {
    ++l;
    b[l - 1] = b[i] + next;
    continue;
  }
  a[k++] = a[i] - 1;
})
#define AP a[0:n], b[0:n], p[0:n]
LOOP(unlike, AP, int, for (int i = (int)from; i < n; i++)
  if (p[i].value > limit) {
    p[k++] = p[i];
  } else {
    a[l] = p[i].key;
    b[l] = i;
    l += 1;
  })
LOOP(dropped, AB, long, for (long i = from; i < n; i++)
  if (a[i] > limit) {
    l--;
  } else {
    a[k] = a[i];
    b[k++] = b[i];
  })
#define AF a[0:2*n], flags[0:n]
/* Nothing in place, both in one array, at their own strides. */
LOOP(strided, AF, int, for (long i = from; i < n; i++)
  if (flags[i] > 2 * limit) {
    a[k] = flags[i];
    k += 2;
  } else
    a[2 * l++ + 1] = -flags[i];)
LOOP(distant, AF, int, for (long i = from; i < n; i++)
  if (flags[i] > 2 * limit)
    a[k++] = flags[i];
  else
    a[n + l++] = -(int)i;)
/* clang-format on */

static long member(struct arrays *s, long from, long n, long begin,
                   int limit) {
  int *a = s->a;
  s->has.count = begin;
#pragma omp parallel for scan(+ : s->has.count)
  for (long i = from; i < n; i++)
    if (a[i] > limit)
      a[s->has.count++] = a[i];
  return s->has.count;
}

static long member_expected(struct arrays *s, long from, long n, long begin,
                            int limit) {
  s->has.count = begin;
  for (long i = from; i < n; i++)
    if (s->a[i] > limit)
      s->a[s->has.count++] = s->a[i];
  return s->has.count;
}

/* Out of place, the kept ones side by side with what they were computed of. */
static long apart(struct arrays *s, long from, long n, long begin, int limit) {
  long k = begin;
  int *a = s->a;
  long long *b = s->b;
#pragma omp target map(tofrom : b[0 : n]) map(to : a[0 : n])
#pragma omp parallel for scan(+ : k)
  for (long i = from; i < n; i++)
    if (i == 0 || a[i] / 8 != a[i - 1] / 8)
      b[k++] = a[i];
  return k;
}

static long apart_expected(struct arrays *s, long from, long n, long begin,
                           int limit) {
  long k = begin;
  for (long i = from; i < n; i++)
    if (i == 0 || s->a[i] / 8 != s->a[i - 1] / 8)
      s->b[k++] = s->a[i];
  return k;
}

/* The same, apart; y[from - 1] is the first one that is looked at. */
static long last_apart(struct arrays *s, long from, long n, long begin,
                       int limit) {
  int k = (int)begin;
  int *a = s->a, *out = s->a + n;
#pragma omp target map(to : a[0 : n]) map(tofrom : out[0 : n])
#pragma omp parallel for scan(+ : k)
  for (long i = from; i < n; i++)
    if (out[k - 1] != a[i])
      out[k++] = a[i];
  return k;
}

static long last_apart_expected(struct arrays *s, long from, long n, long begin,
                                int limit) {
  int k = (int)begin;
  for (long i = from; i < n; i++)
    if (s->a[n + k - 1] != s->a[i])
      s->a[n + k++] = s->a[i];
  return k;
}

/* What elements are told from those of other runs by. */
static uint64_t salt;

static struct arrays make(size_t n, size_t spread) {
  struct arrays s = {BLOCK(int, 2 * n), BLOCK(long long, n),
                     BLOCK(struct pair, n), BLOCK(unsigned char, n), {0}};
  for (size_t i = 0; i < 2 * n; i++)
    s.a[i] = (int)scan_test_pick(salt + i / spread, 0, 99);
  for (size_t i = 0; i < n; i++) {
    s.b[i] = scan_test_pick(salt + i + n, -1000000, 1000000);
    memset(&s.p[i], 0, sizeof s.p[i]);
    s.p[i].key = (short)(s.a[i] / 8);
    s.p[i].value = (double)s.a[i];
    s.flags[i] = (unsigned char)scan_test_pick(salt + i + 3 * n, 0, 255);
  }
  return s;
}

static void drop(struct arrays *s) {
  free(s->a), free(s->b), free(s->p), free(s->flags);
}

/* Maps all arrays, and spoils the host's values; or the way back. */
static void map_all(struct arrays *s, size_t n, bool is_end) {
  int *a = s->a;
  long long *b = s->b;
  struct pair *p = s->p;
  unsigned char *flags = s->flags;
  if (is_end) {
#pragma omp target exit data map(from : a[0 : 2 * n], b[0 : n], p[0 : n], flags[0 : n])
    return;
  }
#pragma omp target enter data map(to : a[0 : 2 * n], b[0 : n], p[0 : n], flags[0 : n])
  if (ompscan_device_shares_memory(OMPSCAN_DEFAULT_DEVICE) == 1)
    return; /* The host's values are the device's. */
  memset(a, 0x5a, 2 * n * sizeof *a);
  memset(b, 0x5a, n * sizeof *b);
  memset(p, 0x5a, n * sizeof *p);
  memset(flags, 0x5a, n);
}

typedef long loop(struct arrays *s, long from, long n, long begin, int limit);

static bool is_mapped;

static void check(loop *got, loop *want, size_t n, long from, long begin,
                  int limit, size_t spread) {
  struct arrays s = make(n, spread), t = make(n, spread);
  if (is_mapped)
    map_all(&s, n, false);
  const long k = got(&s, from, (long)n, begin, limit);
  if (is_mapped)
    map_all(&s, n, true);
  const long k_want = want(&t, from, (long)n, begin, limit);
  CHECK_SAME(&k, &k_want, 1);
  CHECK_SAME(s.a, t.a, 2 * n);
  CHECK_SAME(s.b, t.b, n);
  for (size_t i = 0; i < n; i++)
    CHECK_SAME(&s.p[i].value, &t.p[i].value, 1);
  for (size_t i = 0; i < n; i++)
    CHECK_SAME(&s.p[i].key, &t.p[i].key, 1);
  drop(&s), drop(&t);
}

/* Loops that may begin at any iteration, with any counter up to that; and those
 * that compare with what has been kept. */
#define EACH(NAME) {#NAME, NAME, NAME##_expected}
static const struct {
  const char *name;
  loop *got, *want;
} loops[] = {EACH(one),       EACH(companions),   EACH(update_first),
             EACH(computed),  EACH(right),        EACH(third),
             EACH(unique),    EACH(keys),         EACH(members),
             EACH(doubled),   EACH(counted),      EACH(member),
             EACH(replaced),  EACH(replaced_all), EACH(same_value),
             EACH(tested),    EACH(tested_all),   EACH(tested_parts),
             EACH(tested_below), EACH(tested_above),
             EACH(apart),     EACH(parted),       EACH(both),
             EACH(unlike),    EACH(dropped),      EACH(strided),
             EACH(distant),   EACH(last_kept),    EACH(last_kept_at),
             EACH(last_apart)};
enum { count = 27, all_count = sizeof loops / sizeof *loops };

static void soak(void) {
  const uint64_t runs = scan_test_variable("OMPSCAN_SOAK", 20);
  const uint64_t seed = scan_test_variable("OMPSCAN_SOAK_SEED", 1);
  size_t most = getenv("OMPSCAN_SOAK") ? (size_t)1 << 22 : 5000;
  if (most > scan_test_limit)
    most = scan_test_limit;
  for (uint64_t run = 0; run < runs; run++) {
    scan_test_seed = seed + run;
    salt = scan_test_hash(scan_test_seed);
    uint64_t draws = salt;
    const size_t n = scan_test_size = scan_test_draw_size(&draws, most);
    const size_t l = scan_test_draw(&draws, all_count);
    scan_test_drawn = loops[l].name;
    const bool is_late = scan_test_draw(&draws, 2);
    size_t from = is_late ? scan_test_draw(&draws, n + 1) : 0;
    size_t begin = is_late ? scan_test_draw(&draws, from + 1) : 0;
    if (l >= count) {
      from = 1;
      begin = loops[l].got == last_kept_at ? 0 : 1;
    }
    if (loops[l].got == strided) /* The others take the odd elements. */
      begin -= begin % 2;
    const int limit = (int)scan_test_draw(&draws, 102) - 1;
    const size_t spread =
        scan_test_draw(&draws, 2) ? scan_test_draw_size(&draws, n) : 1;
    is_mapped = scan_test_draw(&draws, 2);
    check(loops[l].got, loops[l].want, n, (long)from, (long)begin, limit,
          spread);
  }
}

/* With a second argument, every third of the loops and the special ones. */
int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  const size_t step = argc > 2 ? 3 : 1;
  FOR_EACH_SIZE(n) {
    /* All, most, half, few, none. */
    static const int limits[] = {-1, 9, 49, 97, 99};
    for (size_t l = 0; l < count; l += step) {
      const size_t pick = scan_test_hash(n * count + l);
      check(loops[l].got, loops[l].want, n, 0, 0, limits[pick % 5],
            1 + (pick >> 8) % 9);
    }
    /* All at all sizes, and behind some that stay. */
    check(one, one_expected, n, 0, 0, -1, 1);
    check(one, one_expected, n, 0, 0, 99, 1);
    check(parted, parted_expected, n, 0, 0, 49, 1);
    if (n > 0) {
      check(last_kept, last_kept_expected, n, 1, 1, 0, 5);
      check(last_kept_at, last_kept_at_expected, n, 1, 0, 0, 2);
      check(last_apart, last_apart_expected, n, 1, 1, 0, 4);
    }
    if (n > 5) {
      check(one, one_expected, n, 5, 3, 49, 1);
      check(parted, parted_expected, n, 5, 3, 49, 1);
      check(unique, unique_expected, n, 5, 5, 0, 3);
      check(unique, unique_expected, n, 5, 2, 0, 3);
      /* The first elements would move up, so that the loop runs as written. */
      const char *policy = getenv("OMP_TARGET_OFFLOAD");
      if (!policy || strcmp(policy, "MANDATORY") != 0) {
        check(tested_below, tested_below_expected, n, 0, 3, 49, 1);
        check(tested_above, tested_above_expected, n, 1, 5, 49, 1);
      }
    }
  }
  if (step == 1)
    soak();
  return scan_test_passed();
}
