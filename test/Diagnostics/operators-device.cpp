// RUN: %verify -ferror-limit=0 -std=c++17 %s
// RUN: not %clangxx -std=c++17 %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL
// What a device cannot run, in C++. The error is at the line that cannot run,
// with the calls that led there.

struct Item {
  int value;
};

// A scan by the function op().
#define SCAN_ITEMS                                                          \
  _Pragma("omp declare scan(op : Item : omp_out = op(omp_out, omp_in))")    \
  void loop(Item *y, const Item *x, int n) {                                \
    _Pragma("omp parallel for scan(op : y)")                                \
    for (int i = 1; i < n; i++)                                             \
      y[i] = op(y[i - 1], x[i]);                                            \
  }

namespace virtual_call {
struct Base {
  virtual int get(int x) const { return x; }
};
struct Other : Base {
  int get(int x) const override { return x + 1; }
};
Item op(Item a, Item b) {
  Base base; // expected-error {{type 'virtual_call::Base' is not supported in a scan loop: it has virtual functions [OS105]}} COL-DAG: :[[#@LINE]]:8: error
  a.value += base.get(b.value);
  return a;
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace virtual_call

namespace polymorphic_item {
struct Shape {
  int value;
  virtual Shape operator+(const Shape &o) const { return o; }
};
#pragma omp declare scan(+ : Shape : omp_out = omp_out + omp_in)
void loop(Shape *y, const Shape *x, int n) {
#pragma omp parallel for scan(+ : y) // expected-error {{type 'polymorphic_item::Shape' is not supported in a scan loop: it has virtual functions [OS105]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
} // namespace polymorphic_item

namespace virtual_base {
struct Base { int value; };
struct Item : virtual Base {};
Item op(Item a, Item b) { return b.value ? b : a; }
#pragma omp declare scan(op : Item : omp_out = op(omp_out, omp_in))
void loop(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(op : y) // expected-error {{type 'virtual_base::Item' is not supported in a scan loop: it has virtual base classes [OS105]}} COL-DAG: :[[#@LINE]]:36: error
  for (int i = 1; i < n; i++)
    y[i] = op(y[i - 1], x[i]);
}
} // namespace virtual_base

namespace exceptions {
int checked(int x) {
  if (x < 0)
    throw x; // expected-error {{an exception is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:5: error
  return x;
}
Item op(Item a, Item b) { return Item{checked(a.value) + b.value}; } // expected-note {{called from 'op' here}}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace exceptions

namespace handlers {
Item op(Item a, Item b) {
  try { // expected-error {{exception handling is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:3: error
    a.value += b.value;
  } catch (int) {
  }
  return a;
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace handlers

namespace heap {
int *allocate(int n) { return new int[n]; } // expected-error {{'new' is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:31: error
Item op(Item a, Item b) {
  int *p = allocate(2); // expected-note {{called from 'op' here}}
  p[0] = b.value;
  a.value += p[0];
  delete[] p;
  return a;
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace heap

namespace recursion {
int gcd(int a, int b) { return b ? gcd(b, a % b) : a; } // expected-error {{function 'gcd' calls itself, which is not supported in a scan loop; use iteration instead of recursion [OS104]}} COL-DAG: :[[#@LINE]]:36: error
Item op(Item a, Item b) { return Item{gcd(a.value, b.value)}; } // expected-note {{called from 'op' here}}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace recursion

namespace mutual_recursion {
int odd(int n);
int even(int n) { return n ? odd(n - 1) : 1; } // expected-note {{called from 'even' here}}
int odd(int n) { return n ? even(n - 1) : 0; } // expected-error {{function 'even' calls itself, which is not supported in a scan loop; use iteration instead of recursion [OS104]}} COL-DAG: :[[#@LINE]]:29: error
Item op(Item a, Item b) { return Item{even(a.value) ^ odd(b.value)}; } // expected-note {{called from 'op' here}}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace mutual_recursion

namespace destructor {
struct Guard {
  int value;
  ~Guard() { value = 0; }
};
int guarded(int x) {
  Guard g{x}; // expected-error {{type 'destructor::Guard' is not supported in a scan loop: its destructor has an effect [OS105]}} COL-DAG: :[[#@LINE]]:9: error
  return g.value;
}
Item op(Item a, Item b) { return Item{guarded(a.value) + b.value}; } // expected-note {{called from 'op' here}}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace destructor

namespace destructor_of_item {
struct Owner {
  int value;
  Owner operator+(const Owner &o) const { return {value + o.value}; }
  ~Owner() { value = 0; }
};
#pragma omp declare scan(+ : Owner : omp_out = omp_out + omp_in)
void loop(Owner *y, const Owner *x, int n) {
#pragma omp parallel for scan(+ : y) // expected-error {{type 'destructor_of_item::Owner' is not supported in a scan loop: its destructor has an effect [OS105]}} COL-DAG: :[[#@LINE]]:35: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];
}
} // namespace destructor_of_item

namespace no_body {
int elsewhere(int x);
int between(int x) { return elsewhere(x) + 1; } // expected-error {{function 'elsewhere' is called in a scan loop but has no body in this file; define it here or in a header [OS102]}} COL-DAG: :[[#@LINE]]:29: error
Item op(Item a, Item b) { return Item{between(a.value) + b.value}; } // expected-note {{called from 'op' here}}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace no_body

namespace globals {
int counter;
int next() { return ++counter; } // expected-error {{variable 'counter' cannot be used in a function that a scan loop calls; pass it as an argument, or make it a constant [OS103]}} COL-DAG: :[[#@LINE]]:23: error
Item op(Item a, Item b) { return Item{a.value + b.value + next()}; } // expected-note {{called from 'op' here}}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace globals

namespace static_local {
Item op(Item a, Item b) {
  static int calls = 0;
  calls++; // expected-error {{variable 'calls' cannot be used in a function that a scan loop calls; pass it as an argument, or make it a constant [OS103]}} COL-DAG: :[[#@LINE]]:3: error
  return Item{a.value + b.value};
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace static_local

namespace capture {
Item op(Item a, Item b) {
  int k = b.value;
  auto add = [&k](int x) { return x + k; }; // expected-error-re {{type '(lambda at {{.*}})' is not supported in a scan loop: the lambda captures a pointer, or by reference, and its body cannot be inlined here [OS105]}} COL-DAG: :[[#@LINE]]:8: error
  a.value = add(a.value);
  return a;
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace capture

namespace function_pointers {
int twice(int x) { return 2 * x; }
Item op(Item a, Item b) {
  int (*f)(int) = twice; // expected-error {{a pointer to a function is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:19: error
  return Item{f(a.value) + b.value};
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace function_pointers

namespace member_pointers {
Item op(Item a, Item b) {
  int Item::*member = &Item::value; // expected-error {{type 'int Item::*' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:14: error
  return Item{a.*member + b.value};
}
SCAN_ITEMS // expected-note {{called from the scan here}}
} // namespace member_pointers

namespace pointer_member {
struct Text {
  Text() = default;
  Text(int length) : begin(text), length(length) {} // expected-error {{type 'pointer_member::Text' is not supported in a scan loop: 'begin' is a pointer or reference [OS105]}} COL-DAG: :[[#@LINE]]:28: error
  const char *begin;
  int length;
  static const char text[];
};
Text op(Text a, Text b) { return b.length ? b : Text(a.length); } // expected-note {{called from 'op' here}}
#pragma omp declare scan(op : Text : omp_out = op(omp_out, omp_in)) // expected-note {{called from the scan here}}
void loop(Text *y, const Text *x, int n) {
#pragma omp parallel for scan(op : y)
  for (int i = 1; i < n; i++)
    y[i] = op(y[i - 1], x[i]);
}
} // namespace pointer_member

namespace layout {
struct Base {
  Base() : wide(0), narrow(0) {}
  long wide;
  char narrow;
};
// `next` lies in what Base is padded with.
struct Packed : Base {
  char next = 0;
};
Packed op(Packed a, Packed b) { return b.next ? b : a; }
#pragma omp declare scan(op : Packed : omp_out = op(omp_out, omp_in))
void loop(Packed *y, const Packed *x, int n) {
#pragma omp parallel for scan(op : y) // expected-error {{type 'layout::Packed' is not supported in a scan loop: its members have other offsets on the device, for example because they are in the padding of a base class [OS105]}} COL-DAG: :[[#@LINE]]:36: error
  for (int i = 1; i < n; i++)
    y[i] = op(y[i - 1], x[i]);
}
} // namespace layout

namespace assignment {
struct Counted {
  int value, times;
  Counted &operator=(const Counted &o) {
    value = o.value;
    times++;
    return *this;
  }
  Counted &operator=(int v) {
    value = v;
    times = 0;
    return *this;
  }
};
void loop(Counted *y, const Counted *x, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i].value;
    Counted own{0, 0};
    own = x[i];
    y[i] = own; // expected-error {{an assignment to an element by an operator that does more than to copy members is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:10: error
  }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i].value;
    y[i] = s; // expected-error {{an assignment to an element by an operator that does more than to copy members}} COL-DAG: :[[#@LINE]]:10: error
  }
}
} // namespace assignment
