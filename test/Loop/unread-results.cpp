// What nobody reads of accumulators, so that the host need not wait for it.
// Where a use cannot be told to come first, it is taken for one behind the loop.
// RUN: %clangxx %ompscan_flags -fplugin-arg-ompscan-print-loops %s \
// RUN:   -fsyntax-only -std=c++17 | %filecheck %s
#include <cstdio>

void take(int *);
void take(const int &);

#define LOOP                                                                   \
  _Pragma("omp target parallel for scan(+ : s) map(x[0 : n], y[0 : n])") for ( \
      int i = 0; i < n; i++) {                                                 \
    s += x[i];                                                                 \
    y[i] = s;                                                                  \
  }

// CHECK-LABEL: in plain
// CHECK: results unread
void plain(int *x, int *y, int n) {
  int s = 0;
  s = s + 3;
  LOOP
}

// CHECK-LABEL: in parameter
// CHECK: results unread
void parameter(int *x, int *y, int n, int s) { LOOP }

// CHECK-LABEL: in two
// CHECK: results unread
void two(int *x, int *y, int n) {
  int s = 0, t = 1;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s, t)
  for (int i = 0; i < n; i++) {
    s += x[i];
    t += 2;
    y[i] = s + t;
  }
}

// CHECK-LABEL: in one_of_two
// CHECK-NOT: results unread
int one_of_two(int *x, int *y, int n) {
  int s = 0, t = 1;
#pragma omp target map(to : x[0 : n]) map(from : y[0 : n])
#pragma omp parallel for scan(+ : s, t)
  for (int i = 0; i < n; i++) {
    s += x[i];
    t += 2;
    y[i] = s + t;
  }
  return t;
}

// CHECK-LABEL: in declared_in_loop
// CHECK: results unread
void declared_in_loop(int *x, int *y, int n) {
  for (int r = 0; r < 3; r++) {
    int s = r;
    LOOP
  }
}

// CHECK-LABEL: in outside_of_loop
// CHECK-NOT: results unread
void outside_of_loop(int *x, int *y, int n) {
  int s = 0;
  for (int r = 0; r < 3; r++) {
    std::printf("%d\n", s);
    LOOP
  }
}

// CHECK-LABEL: in one_inside_of_loop
// CHECK-NOT: results unread
void one_inside_of_loop(int *x, int *y, int n) {
  int s = 0;
  for (int r = 0; r < 3; r++) {
    int t = 0;
#pragma omp target map(x[0 : n], y[0 : n])
#pragma omp parallel for scan(+ : s, t)
    for (int i = 0; i < n; i++) {
      s += x[i];
      t += 2;
      y[i] = s + t;
    }
  }
}

// CHECK-LABEL: in head_of_loop
// CHECK-NOT: results unread
void head_of_loop(int *x, int *y, int n) {
  for (int s = 0; s < 100;)
    LOOP
}

// CHECK-LABEL: in head_of_while
// CHECK-NOT: results unread
void head_of_while(int *x, int *y, int n) {
  int s = 0;
  do {
    LOOP
  } while (s < 100);
}

// CHECK-LABEL: in jumps_back
// CHECK-NOT: results unread
void jumps_back(int *x, int *y, int n) {
  int s = 0, r = 0;
again:
  if (s > 100)
    return;
  LOOP if (r++ < 3) goto again;
}

// CHECK-LABEL: in by_pointer
// CHECK-NOT: results unread
void by_pointer(int *x, int *y, int n) {
  int s = 0;
  take(&s);
  LOOP
}

// CHECK-LABEL: in by_reference
// CHECK-NOT: results unread
void by_reference(int *x, int *y, int n) {
  int s = 0;
  take(s);
  LOOP
}

// CHECK-LABEL: in by_reference_to_what_is_set
// CHECK-NOT: results unread
void by_reference_to_what_is_set(int *x, int *y, int n) {
  int s;
  int &also = s = 4;
  LOOP
  y[0] = also;
}

// CHECK-LABEL: in captured
// CHECK-NOT: results unread
int captured(int *x, int *y, int n) {
  int s = 0;
  const auto sum = [&] { return s; };
  LOOP return sum();
}

// CHECK-LABEL: in mapped
// CHECK-NOT: results unread
void mapped(int *x, int *y, int n) {
  int s = 0;
#pragma omp target data map(tofrom : s)
  LOOP
}

static int kept;
// CHECK-LABEL: in of_the_program
// CHECK-NOT: results unread
void of_the_program(int *x, int *y, int n) {
#pragma omp target parallel for scan(+ : kept) map(to : x[0 : n])              \
    map(from : y[0 : n])
  for (int i = 0; i < n; i++) {
    kept += x[i];
    y[i] = kept;
  }
}

// CHECK-LABEL: in of_a_reference
// CHECK-NOT: results unread
void of_a_reference(int *x, int *y, int n, int &s) { LOOP }

// CHECK-LABEL: in kept_between_calls
// CHECK-NOT: results unread
void kept_between_calls(int *x, int *y, int n) {
  static int s = 0;
  LOOP
}

// CHECK-LABEL: in inside_of_lambda
// CHECK-NOT: results unread
void inside_of_lambda(int *x, int *y, int n) {
  int s = 0;
  const auto run = [&] { LOOP };
  run();
}

static void note(int *s) { std::printf("%d\n", *s); }
// CHECK-LABEL: in cleaned_up
// CHECK-NOT: results unread
void cleaned_up(int *x, int *y, int n) {
  __attribute__((cleanup(note))) int s = 0;
  LOOP
}

template <typename T> void generic(T *x, T *y, int n) {
  T s = 0;
  LOOP
}
// CHECK-LABEL: in generic
// CHECK: results unread
template void generic<long>(long *, long *, int);

// CHECK-LABEL: in closing
int closing(int *x, int *y, int n) {
  int s = 0;
  LOOP return s;
}
