// Scans with order(reproducible: concurrent) of numbers of type T, whose names
// begin with P. Results of plain operators are compared with those that follow
// from the order in docs/floating-point.md; all are printed as digests.

#define NAME_OF(a, b) a##b
#define NAME(a, b) NAME_OF(a, b)
#define FN(name) NAME(P, name)

#define REPRODUCIBLE order(reproducible : concurrent)

// A value of a scan: a number b, which is b * 2^a in a product, or the function
// a * v + b.
typedef struct {
  T a, b;
} FN(value);

static FN(value) FN(add)(FN(value) f, FN(value) g) {
  return (FN(value)){0, f.b + g.b};
}
static FN(value) FN(multiply)(FN(value) f, FN(value) g) {
  int exponent;
  const T significand = (T)frexp(f.b * g.b, &exponent);
  return (FN(value)){f.a + g.a + exponent, significand};
}
static FN(value) FN(compose)(FN(value) f, FN(value) g) {
  const T a = g.a * f.a, scaled = g.a * f.b;
  return (FN(value)){a, scaled + g.b};
}

/// The total of \p leaves leaves from \p x on, a power of 2.
static FN(value)
    FN(total)(const FN(value) * x, int leaves,
              FN(value) (*combine)(FN(value), FN(value))) {
  if (leaves > 1)
    return combine(FN(total)(x, leaves / 2, combine),
                   FN(total)(x + leaves / 2 * LEAF, leaves / 2, combine));
  FN(value) sum = x[0];
  for (int j = 1; j < LEAF; j++)
    sum = combine(sum, x[j]);
  return sum;
}

/// Sets y[m] to the value behind m iterations.
static void FN(expect)(T *y, const FN(value) * x, int n, T seed,
                       FN(value) (*combine)(FN(value), FN(value))) {
  // Of each block, the totals of groups of 2^level leaves.
  FN(value) front = {0, seed};
  y[0] = seed;
  for (int begin = 0; begin < n; begin += BLOCK) {
    const int count = n - begin < BLOCK ? n - begin : BLOCK;
    const int leaves = count / LEAF;
    FN(value) * totals[LEVELS];
    for (int level = 0; level < LEVELS; level++) {
      totals[level] = malloc(((leaves >> level) + 1) * sizeof **totals);
      for (int i = 0; i < leaves >> level; i++)
        totals[level][i] =
            level == 0 ? FN(total)(x + begin + LEAF * i, 1, combine)
                       : combine(totals[level - 1][2 * i],
                                 totals[level - 1][2 * i + 1]);
    }
    FN(value) value = front;
    for (int m = 1; m <= count; m++) {
      if (m % LEAF != 0) {
        value = combine(value, x[begin + m - 1]);
      } else {
        int at = 0;
        value = front;
        for (int level = LEVELS - 1; level >= 0; level--)
          if (m / LEAF >> level & 1) {
            value = combine(value, totals[level][at >> level]);
            at += 1 << level;
          }
      }
      y[begin + m] = combine == FN(multiply) ? (T)ldexp(value.b, (int)value.a)
                                             : value.b;
    }
    front = value;
    for (int level = 0; level < LEVELS; level++)
      free(totals[level]);
  }
}

static void FN(sums)(T *y, const T *x, int n) {
#pragma omp target map(to : x[0 : n]) map(tofrom : y[0 : n + 1])
#pragma omp parallel for scan(+ : y) REPRODUCIBLE
  for (int i = 1; i <= n; i++)
    y[i] = y[i - 1] + x[i - 1];
}

static T FN(weighted)(T *y, T *z, const T *x, const T *w, int n) {
  T s = (T)0.1;
#pragma omp target map(to : x[0 : n], w[0 : n]) map(from : y[0 : n], z[0 : n])
#pragma omp parallel for scan(+ : s) REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    y[i] = s;
    s += x[i] * w[i];
    z[i] = s;
  }
  return s;
}

static T FN(products)(T *y, const T *w, int n) {
  T p = (T)1.25;
#pragma omp target map(to : w[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(* : p) REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    p *= w[i];
    y[i] = p;
  }
  return p;
}

static T FN(affine)(T *y, const T *x, const T *w, int n) {
  T v = 3;
#pragma omp target map(to : x[0 : n], w[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(affine : v) REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    v = w[i] * v + x[i];
    y[i] = v;
  }
  return v;
}

static T FN(filter)(T *y, const T *x, int n) {
  T v = (T)0.5;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(affine : v) REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    v = (T)0.875 * v + x[i];
    y[i] = v;
  }
  return v;
}

/// Two items, one of which the loop does not store.
static T FN(several)(T *y, const T *x, const T *w, int n) {
  T s = 0, t = 1;
#pragma omp target map(to : x[0 : n], w[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s, t) REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    s += x[i];
    t += w[i];
    y[i] = s;
  }
  return s + t;
}

static T FN(log_add)(T a, T b) {
  const T most = a > b ? a : b, least = a > b ? b : a;
  return most + LOG1P(EXP(least - most));
}
#pragma omp declare scan(log_add : T : omp_out = FN(log_add)(omp_out, omp_in)) \
    initializer(omp_priv = -1e30)

static T FN(log_sums)(T *y, const T *w, int n) {
  T s = -5;
#pragma omp target map(to : w[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(log_add : s) REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    s = FN(log_add)(s, w[i]);
    y[i] = s;
  }
  return s;
}

/// The total of the \p count > 0 numbers from x on, the first ones of a block.
static T FN(block)(const T *x, int count, int multiplies) {
  enum { STRIP = 256, LANES = 32 };
  if (count > STRIP) {
    int half = STRIP;
    while (2 * half < count)
      half *= 2;
    const T left = FN(block)(x, half, multiplies),
            right = FN(block)(x + half, count - half, multiplies);
    return multiplies ? left * right : left + right;
  }
  T lanes[LANES];
  for (int l = 0; l < LANES; l++) {
    lanes[l] = multiplies;
    for (int i = l; i < count; i += LANES)
      lanes[l] = multiplies ? lanes[l] * x[i] : lanes[l] + x[i];
  }
  for (int half = LANES / 2; half > 0; half /= 2)
    for (int l = 0; l < half; l++)
      lanes[l] =
          multiplies ? lanes[l] * lanes[l + half] : lanes[l] + lanes[l + half];
  return lanes[0];
}

/// The reduction of x that begins with \p value.
static T FN(reduced)(const T *x, int n, T value, int multiplies) {
  for (int begin = 0; begin < n; begin += BLOCK) {
    const T total = FN(block)(x + begin, n - begin < BLOCK ? n - begin : BLOCK,
                              multiplies);
    value = multiplies ? value * total : value + total;
  }
  return value;
}

static T FN(sum)(const T *x, int n) {
  T s = (T)0.1;
#pragma omp target parallel for reduction(+ : s) map(to : x[0 : n]) REPRODUCIBLE
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

/// Two reductions, of which it stores the factors.
static void FN(scaled)(T *y, T *both, const T *x, const T *w, int n) {
  T s = (T)0.1, p = (T)1.25;
#pragma omp target teams distribute parallel for reduction(+ : s)              \
    reduction(* : p) map(to : x[0 : n], w[0 : n]) map(from : y[0 : n])         \
    REPRODUCIBLE
  for (int i = 0; i < n; i++) {
    y[i] = 1 + w[i] / 256;
    p *= y[i];
    s += x[i] * w[i];
  }
  both[0] = s;
  both[1] = p;
}

/// The sum of a matrix with rows of \p m numbers.
static T FN(matrix)(const T *x, int n, int m) {
  T s = (T)0.1;
#pragma omp target parallel for collapse(2) reduction(+ : s)                   \
    map(to : x[0 : n * m]) REPRODUCIBLE
  for (int r = 0; r < n; r++)
    for (int i = 0; i < m; i++)
      s += x[r * m + i];
  return s;
}

#pragma omp declare reduction(log_sum : T : omp_out =                          \
                                  FN(log_add)(omp_out, omp_in))                \
    initializer(omp_priv = -1e30)

static T FN(log_sum)(const T *w, int n) {
  T s = -5;
#pragma omp target parallel for reduction(log_sum : s) map(to : w[0 : n])      \
    REPRODUCIBLE
  for (int i = 0; i < n; i++)
    s = FN(log_add)(s, w[i]);
  return s;
}

/// Prints the digest of \p count numbers, which are \p expected unless that is
/// null.
static void FN(print)(const char *name, int n, const T *y, int count,
                      const T *expected) {
  for (int i = 0; expected && i < count; i++)
    if (memcmp(&y[i], &expected[i], sizeof *y) != 0) {
      printf("%s of %d: %a at %d, not %a\n", name, n, (double)y[i], i,
             (double)expected[i]);
      exit(1);
    }
  unsigned digest = 2166136261u;
  for (size_t i = 0; i < count * sizeof *y; i++)
    digest = (digest ^ ((const unsigned char *)y)[i]) * 16777619u;
  printf("%s %s of %d: %08x\n", sizeof *y == 4 ? "float" : "double", name, n,
         digest);
}

/// The sums of \p n numbers only.
static void FN(run_sums)(int n) {
  T *x = malloc((n + 1) * sizeof *x), *y = malloc((n + 1) * sizeof *y),
    *expected = malloc((n + 1) * sizeof *expected);
  FN(value) *inputs = malloc((n + 1) * sizeof *inputs);
  for (int i = 0; i < n; i++)
    inputs[i] = (FN(value)){0, x[i] = (T)(i * 7919 % 10007 * 0.1 - 300)};
  FN(expect)(expected, inputs, n, (T)0.3, FN(add));
  memset(y, 0xCB, (n + 1) * sizeof *y);
  y[0] = (T)0.3;
  FN(sums)(y, x, n);
  FN(print)("sums", n, y, n + 1, expected);
  free(x), free(y), free(expected), free(inputs);
}

/// The products of \p n numbers \p w, by the loop and by the order.
static void FN(run_products)(int n, const char *name, const T *w, T *y,
                             FN(value) *inputs, T *expected) {
  for (int i = 0; i < n; i++)
    inputs[i] = (FN(value)){0, w[i]};
  FN(expect)(expected, inputs, n, (T)1.25, FN(multiply));
  memset(y, 0xCB, (n + 1) * sizeof *y);
  y[n] = FN(products)(y, w, n);
  // Once a product has left the range of normal numbers, theirs differs.
  int normal = 0;
  while (normal < n && fabs(expected[normal + 1]) > LEAST &&
         fabs(expected[normal + 1]) < 1 / LEAST)
    normal++;
  FN(print)(name, n, y, normal, expected + 1);
}

/// Whether \p name is one of the loops that the program is asked for.
static int FN(wants)(const char *name) {
  char loop[64];
  const char *const type = sizeof(T) == 4 ? "float" : "double";
  snprintf(loop, sizeof loop, "%s %s", type, name);
  if (!*loops || strstr(loops, loop))
    return 1;
  snprintf(loop, sizeof loop, "%s all", type);
  return strstr(loops, loop) != NULL;
}

static void FN(run)(int n) {
  const size_t size = (n + 2) * sizeof(T);
  T *x = malloc(size), *w = malloc(size), *y = malloc(size), *z = malloc(size),
    *expected = malloc(size);
  FN(value) *inputs = malloc((n + 1) * sizeof *inputs);
  unsigned random = 12345;
  for (int i = 0; i < n; i++) {
    random = random * 1664525u + 1013904223u;
    x[i] = (T)ldexp((random >> 8) - 8e6, -(int)(random % 40));
    w[i] = (T)((0.75 + (random >> 9) * 0x1p-24) * (i % 3 == 0 ? -1 : 1));
  }
#define POISON memset(y, 0xCB, size), memset(z, 0xCB, size)

  if (FN(wants)("sums")) {
    for (int i = 0; i < n; i++)
      inputs[i] = (FN(value)){0, x[i]};
    FN(expect)(expected, inputs, n, (T)0.3, FN(add));
    POISON;
    y[0] = (T)0.3;
    FN(sums)(y, x, n);
    FN(print)("sums", n, y, n + 1, expected);
  }

  if (FN(wants)("weighted")) {
    for (int i = 0; i < n; i++) {
      const T product = x[i] * w[i];
      inputs[i] = (FN(value)){0, product};
    }
    FN(expect)(expected, inputs, n, (T)0.1, FN(add));
    POISON;
    z[n] = FN(weighted)(y, z, x, w, n);
    FN(print)("weighted sums before", n, y, n, expected);
    FN(print)("weighted sums", n, z, n, expected + 1);
    FN(print)("the last weighted sum", n, z + n, 1, expected + n);
  }

  if (FN(wants)("products")) {
    FN(run_products)(n, "products", w, y, inputs, expected);
    // Products of some leaves are out of the range of T. Those of pairs are 1.
    const int far = sizeof(T) == 4 ? 24 : 200;
    for (int i = 0; i < n; i++) {
      const int at = i % 5000 - 312 * LEAF, leaf = at / LEAF;
      const int is_second = at % LEAF >= LEAF / 2;
      const int power = at < 0 || leaf > 311 ? 0
                        : leaf == 0          ? -is_second
                        : leaf == 311        ? !is_second
                        : leaf % 2           ? 1
                                             : -1;
      z[i] = (T)ldexp(i % 2 ? 1 / w[i - 1] : w[i], power * far);
    }
    FN(run_products)(n, "far products", z, y, inputs, expected);
  }

  if (FN(wants)("affine")) {
    for (int i = 0; i < n; i++)
      inputs[i] = (FN(value)){w[i], x[i]};
    FN(expect)(expected, inputs, n, 3, FN(compose));
    POISON;
    y[n] = FN(affine)(y, x, w, n);
    FN(print)("affine functions", n, y, n + 1, NULL);
    FN(print)("affine functions", n, y, n, expected + 1);
  }

  if (FN(wants)("filter")) {
    for (int i = 0; i < n; i++)
      inputs[i] = (FN(value)){(T)0.875, x[i]};
    FN(expect)(expected, inputs, n, (T)0.5, FN(compose));
    POISON;
    y[n] = FN(filter)(y, x, n);
    FN(print)("a filter", n, y, n, expected + 1);
  }

  if (FN(wants)("several")) {
    for (int i = 0; i < n; i++)
      inputs[i] = (FN(value)){0, x[i]};
    FN(expect)(expected, inputs, n, 0, FN(add));
    POISON;
    y[n] = FN(several)(y, x, w, n);
    FN(print)("sums of several", n, y, n, expected + 1);
    FN(print)("their end", n, y + n, 1, NULL);
  }

  if (FN(wants)("log_sums")) {
    POISON;
    y[n] = FN(log_sums)(y, w, n);
    double sum = -5;
    for (int i = 0; i < n; i++) {
      sum = fmax(sum, w[i]) + log1p(exp(-fabs(sum - w[i])));
      if (!(fabs(sum - y[i]) <= 1e-4 * fabs(sum) + 1e-5)) {
        printf("log_sums of %d: %g at %d, not %g\n", n, (double)y[i], i, sum);
        exit(1);
      }
    }
    FN(print)("logarithms of sums", n, y, n + 1, NULL);
  }

  if (FN(wants)("reductions")) {
    POISON;
    y[0] = FN(sum)(x, n);
    expected[0] = FN(reduced)(x, n, (T)0.1, 0);
    FN(print)("a sum", n, y, 1, expected);
    for (int m = 1; m < n; m = 7 * m + 3) {
      y[0] = FN(matrix)(x, n / m, m);
      expected[0] = FN(reduced)(x, n / m * m, (T)0.1, 0);
      FN(print)("the sum of a matrix", n, y, 1, expected);
    }
    POISON;
    FN(scaled)(y, z, x, w, n);
    for (int i = 0; i < n; i++)
      expected[i] = x[i] * w[i];
    expected[0] = FN(reduced)(expected, n, (T)0.1, 0);
    expected[1] = FN(reduced)(y, n, (T)1.25, 1);
    FN(print)("a sum and a product", n, z, 2, expected);
    for (int i = 0; i < n; i++)
      expected[i] = 1 + w[i] / 256;
    FN(print)("factors", n, y, n, expected);
    y[0] = FN(log_sum)(w, n);
    double sum = -5;
    for (int i = 0; i < n; i++)
      sum = fmax(sum, w[i]) + log1p(exp(-fabs(sum - w[i])));
    if (!(fabs(sum - y[0]) <= 1e-4 * fabs(sum) + 1e-5)) {
      printf("log_sum of %d: %g, not %g\n", n, (double)y[0], sum);
      exit(1);
    }
    FN(print)("logarithm of a sum", n, y, 1, NULL);
  }
#undef POISON
  free(x), free(w), free(y), free(z), free(expected), free(inputs);
}

#undef T
#undef P
#undef LEAST
#undef EXP
#undef LOG1P
