// RUN: rm -rf %t && mkdir -p %t
// RUN: %clangxx -std=c++17 %ompscan_flags -fplugin-arg-ompscan-emit-kernels=%t -fsyntax-only %s
// RUN: cat %t/*.cl | %filecheck %s

// Constructors return the object that they make, members take a pointer to
// theirs, references are pointers, bases are members.

template <typename T> struct Base {
  T sum;
  explicit Base(T s) : sum(s) {}
  void add(const T &t) { sum += t; }
};

class Value : Base<float> {
  int count = 1;

public:
  Value(float f, int c) : Base(f), count(c) {}
  Value(float f) : Base(f) {}
  Value &operator+=(const Value &v) {
    add(v.sum);
    count += v.count;
    return *this;
  }
  friend Value operator+(Value a, const Value &b) { return a += b; }
};

#pragma omp declare scan(+ : Value : omp_out = omp_out + omp_in)                \
    initializer(omp_priv = Value(0))

void loop(Value *y, const float *x, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + Value(x[i]);
}

// CHECK: float {{.*}}sum;
// CHECK-NEXT: } [[BASE:ompscan_t_Base[a-z_0-9]*]];
// CHECK: [[BASE]] [[B:[a-z_0-9]+]];
// CHECK-NEXT: int {{.*}}count;
// CHECK-NEXT: } [[VALUE:ompscan_t_Value]];
// CHECK: __builtin_offsetof([[VALUE]], {{.*}}count) == 4
// CHECK-DAG: static void [[ADD:[A-Za-z_0-9]*add[a-z_0-9]*]]([[BASE]] *self, float *
// CHECK-DAG: static [[VALUE]] *[[ASSIGN:[A-Za-z_0-9]*operator_PlusEqual[a-z_0-9]*]]([[VALUE]] *self, [[VALUE]] *
// CHECK-DAG: [[ADD]](&self->[[B]],
// CHECK-DAG: static [[VALUE]] [[PLUS:[A-Za-z_0-9]*operator_Plus]]([[VALUE]] {{[a-z_]+}}, [[VALUE]] *
// CHECK-DAG: static [[VALUE]] [[CREATE:[A-Za-z_]*Value_create[a-z_0-9]*]](float
// CHECK: ompscan_combine(
// CHECK: [[PLUS]](
// CHECK: ompscan_input(
// CHECK: [[CREATE]](
