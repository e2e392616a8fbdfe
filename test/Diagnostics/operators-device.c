// RUN: %cc1_verify %s
// RUN: not %clang %ompscan_flags -ferror-limit=0 -fsyntax-only %s 2>&1 | %filecheck %s --check-prefix=COL

// What a device cannot run, in C. The error is at the line that cannot run,
// with the calls that led there.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int value;
} Item;

static int print(int x) {
  printf("%d\n", x); // expected-error {{the call of 'printf' with a variable number of arguments is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:10: error
  return x;
}
static Item say(Item a, Item b) {
  a.value += print(b.value); // expected-note {{called from 'say' here}}
  return a;
}
#pragma omp declare scan(say : Item : omp_out = say(omp_out, omp_in)) // expected-note {{called from the scan here}}
void input_output(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(say : y)
  for (int i = 1; i < n; i++)
    y[i] = say(y[i - 1], x[i]);
}

static int *allocated(int n) { return malloc(n); } // expected-error {{function 'malloc' is called in a scan loop but has no body in this file; define it here or in a header [OS102]}} COL-DAG: :[[#@LINE]]:39: error
static Item keep(Item a, Item b) {
  *allocated(4) = b.value; // expected-note {{called from 'keep' here}}
  return a;
}
#pragma omp declare scan(keep : Item : omp_out = keep(omp_out, omp_in)) // expected-note {{called from the scan here}}
void heap(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(keep : y)
  for (int i = 1; i < n; i++)
    y[i] = keep(y[i - 1], x[i]);
}

static int factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); } // expected-error {{function 'factorial' calls itself, which is not supported in a scan loop; use iteration instead of recursion [OS104]}} COL-DAG: :[[#@LINE]]:54: error
static int outer(int n) { return factorial(n) + 1; } // expected-note {{called from 'outer' here}}
static Item deep(Item a, Item b) {
  a.value = outer(b.value); // expected-note {{called from 'deep' here}}
  return a;
}
#pragma omp declare scan(deep : Item : omp_out = deep(omp_out, omp_in)) // expected-note {{called from the scan here}}
void recursion(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(deep : y)
  for (int i = 1; i < n; i++)
    y[i] = deep(y[i - 1], x[i]);
}

static Item jump(Item a, Item b) {
again:
  if (a.value < b.value) {
    a.value++;
    goto again; // expected-error {{'goto' is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:5: error
  }
  return a;
}
#pragma omp declare scan(jump : Item : omp_out = jump(omp_out, omp_in)) // expected-note {{called from the scan here}}
void jumps(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(jump : y)
  for (int i = 1; i < n; i++)
    y[i] = jump(y[i - 1], x[i]);
}

static Item assembly(Item a, Item b) {
  __asm__("" : "+r"(a.value)); // expected-error {{inline assembly is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:3: error
  a.value += b.value;
  return a;
}
#pragma omp declare scan(assembly : Item : omp_out = assembly(omp_out, omp_in)) // expected-note {{called from the scan here}}
void inline_assembly(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(assembly : y)
  for (int i = 1; i < n; i++)
    y[i] = assembly(y[i - 1], x[i]);
}

static Item careful(Item a, Item b) {
  volatile int v = b.value;
  a.value += v; // expected-error {{access to a volatile object is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:14: error
  return a;
}
#pragma omp declare scan(careful : Item : omp_out = careful(omp_out, omp_in)) // expected-note {{called from the scan here}}
void volatiles(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(careful : y)
  for (int i = 1; i < n; i++)
    y[i] = careful(y[i - 1], x[i]);
}

static Item extended(Item a, Item b) {
  long double sum = a.value; // expected-error {{type 'long double' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:15: error
  sum += b.value;
  a.value = (int)sum;
  return a;
}
#pragma omp declare scan(extended : Item : omp_out = extended(omp_out, omp_in)) // expected-note {{called from the scan here}}
void long_doubles(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(extended : y)
  for (int i = 1; i < n; i++)
    y[i] = extended(y[i - 1], x[i]);
}

static Item wide(Item a, Item b) {
  a.value = (int)((_BitInt(128))a.value * b.value % 1000); // expected-error {{type '_BitInt(128)' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:19: error
  return a;
}
#pragma omp declare scan(wide : Item : omp_out = wide(omp_out, omp_in)) // expected-note {{called from the scan here}}
void bit_int(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(wide : y)
  for (int i = 1; i < n; i++)
    y[i] = wide(y[i - 1], x[i]);
}

int limit;
static Item limited(Item a, Item b) {
  a.value = a.value + b.value < limit ? a.value + b.value : limit; // expected-error {{variable 'limit' cannot be used in a function that a scan loop calls; pass it as an argument, or make it a constant [OS103]}} COL-DAG: :[[#@LINE]]:33: error
  return a;
}
#pragma omp declare scan(limited : Item : omp_out = limited(omp_out, omp_in)) // expected-note {{called from the scan here}}
void mutable_global(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(limited : y)
  for (int i = 1; i < n; i++)
    y[i] = limited(y[i - 1], x[i]);
}

Item elsewhere(Item a, Item b);
#pragma omp declare scan(elsewhere : Item : omp_out =                          \
                             elsewhere(omp_out, omp_in)) // expected-error {{function 'elsewhere' is called in a scan loop but has no body in this file; define it here or in a header [OS102]}} COL-DAG: :[[#@LINE]]:30: error
void no_body(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(elsewhere : y)
  for (int i = 1; i < n; i++)
    y[i] = elsewhere(y[i - 1], x[i]);
}

static Item variadic(Item a, ...) { return a; }
#pragma omp declare scan(variadic : Item : omp_out = variadic(omp_out, omp_in)) // expected-error {{the call of 'variadic' with a variable number of arguments is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:63: error
void variable_arguments(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(variadic : y)
  for (int i = 1; i < n; i++)
    y[i] = variadic(y[i - 1], x[i]);
}

static Item vla(Item a, Item b) {
  int scratch[b.value]; // expected-error {{type 'int[b.value]' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:7: error
  scratch[0] = a.value;
  a.value = scratch[0];
  return a;
}
#pragma omp declare scan(vla : Item : omp_out = vla(omp_out, omp_in)) // expected-note {{called from the scan here}}
void variable_length(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(vla : y)
  for (int i = 1; i < n; i++)
    y[i] = vla(y[i - 1], x[i]);
}

static Item ranges(Item a, Item b) {
  switch (b.value) {
  case 1 ... 5: // expected-error {{a range of cases is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:3: error
    return b;
  }
  return a;
}
#pragma omp declare scan(ranges : Item : omp_out = ranges(omp_out, omp_in)) // expected-note {{called from the scan here}}
void case_ranges(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(ranges : y)
  for (int i = 1; i < n; i++)
    y[i] = ranges(y[i - 1], x[i]);
}

// Types of the item.

typedef struct {
  unsigned low : 4, high : 28;
} Bits;
static Bits bits(Bits a, Bits b) {
  a.low += b.low; // expected-error {{this use of a bit-field is not supported in a scan loop [OS101]}} COL-DAG: :[[#@LINE]]:5: error
  return a;
}
#pragma omp declare scan(bits : Bits : omp_out = bits(omp_out, omp_in)) // expected-note {{called from the scan here}}
void bit_fields(Bits *y, const Bits *x, int n) {
#pragma omp parallel for scan(bits : y)
  for (int i = 1; i < n; i++)
    y[i] = bits(y[i - 1], x[i]);
}

typedef union {
  unsigned low : 4;
  unsigned all;
} Either;
static Either either(Either a, Either b) { return b.low ? b : a; }
#pragma omp declare scan(either : Either : omp_out = either(omp_out, omp_in))
void bit_field_of_union(Either *y, const Either *x, int n) {
#pragma omp parallel for scan(either : y) // expected-error {{type 'Either' is not supported in a scan loop: 'low' is a bit-field of a union [OS105]}} COL-DAG: :[[#@LINE]]:40: error
  for (int i = 1; i < n; i++)
    y[i] = either(y[i - 1], x[i]);
}

typedef struct {
  long double value;
} Extended;
static Extended add(Extended a, Extended b) {
  a.value += b.value; // expected-error {{type 'Extended' is not supported in a scan loop: 'value' has type 'long double' [OS105]}} COL-DAG: :[[#@LINE]]:16: error
  return a;
}
#pragma omp declare scan(add : Extended : omp_out = add(omp_out, omp_in)) // expected-note {{called from the scan here}}
void long_double_member(Extended *y, const Extended *x, int n) {
#pragma omp parallel for scan(add : y)
  for (int i = 1; i < n; i++)
    y[i] = add(y[i - 1], x[i]);
}

typedef struct {
  int value;
  volatile int seen;
} Watched;
static Watched watch(Watched a, Watched b) { return b.value ? b : a; }
#pragma omp declare scan(watch : Watched : omp_out = watch(omp_out, omp_in))
void volatile_member(Watched *y, const Watched *x, int n) {
#pragma omp parallel for scan(watch : y) // expected-error {{type 'Watched' is not supported in a scan loop: 'seen' has type 'volatile int' [OS105]}} COL-DAG: :[[#@LINE]]:39: error
  for (int i = 1; i < n; i++)
    y[i] = watch(y[i - 1], x[i]);
}

typedef struct {
  int length;
  const char *text;
} Text;
static Text longer(Text a, Text b) {
  return a.length < b.length ||
                 !a.text // expected-error {{type 'Text' is not supported in a scan loop: 'text' is a pointer or reference [OS105]}} COL-DAG: :[[#@LINE]]:21: error
             ? b
             : a;
}
#pragma omp declare scan(longer : Text : omp_out = longer(omp_out, omp_in)) // expected-note {{called from the scan here}}
void pointer_member(Text *y, const Text *x, int n) {
#pragma omp parallel for scan(longer : y)
  for (int i = 1; i < n; i++)
    y[i] = longer(y[i - 1], x[i]);
}

#pragma omp declare scan(product : _Complex long double : omp_out *= omp_in)
void complex_numbers(_Complex long double *y, const _Complex long double *x, int n) {
#pragma omp parallel for scan(product : y) // expected-error {{type '_Complex long double' is not supported in a scan loop; use a type that OpenCL C has [OS100]}} COL-DAG: :[[#@LINE]]:41: error
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] * x[i];
}

// The host's cores have these, but not as subscripts that are counted, nor as
// induction variables.
void int128_items(__int128 *y, const __int128 *x, int n, __int128 k) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + x[i];

#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y[k++] = x[i]; // expected-error {{several iterations may store the same element of 'y' here}} COL-DAG: :[[#@LINE]]:7: error

#pragma omp parallel for scan(+ : y)
  for (__int128 i = 1; i < n; i++) // expected-warning {{cannot have more than 64 bits size and will be narrowed}} expected-error {{the loop variable of a scan loop must be an integer, a pointer, or an iterator of a container with contiguous elements, not '__int128'; use an index [OS021]}} COL-DAG: :[[#@LINE]]:17: error
    y[i] = y[i - 1] + x[i];
}

// Functions of a library that have no equivalent.

static double bessel(double x) { return j0(x); } // expected-error {{function 'j0' is called in a scan loop but has no body in this file; define it here or in a header [OS102]}} COL-DAG: :[[#@LINE]]:41: error
static Item special(Item a, Item b) {
  a.value += bessel(b.value) > 0; // expected-note {{called from 'special' here}}
  return a;
}
#pragma omp declare scan(special : Item : omp_out = special(omp_out, omp_in)) // expected-note {{called from the scan here}}
void bessel_functions(Item *y, const Item *x, int n) {
#pragma omp parallel for scan(special : y)
  for (int i = 1; i < n; i++)
    y[i] = special(y[i - 1], x[i]);
}
