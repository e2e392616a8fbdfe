// RUN: %verify -Rpass-missed=ompscan -Wall %s

// What a directive on data cannot have, and what stays on the host.

struct pair { int a, b; };
#pragma omp declare mapper(halves : struct pair p) map(p.a)
struct vector { int length; int *data; };
#pragma omp declare mapper(default : struct vector v) map(always, present, from : v, v.length, v.data[0 : v.length])
struct other { int length; int *data; };
#pragma omp declare mapper(default : struct other v) map(v.length, v.data[0 : v.length])
#pragma omp declare mapper(always : struct other v) map(always, to : v.length)

void outside(int *);
int omp_target_is_present(const void *, int);

void f(int *x, int n, int m) {
  int rows[10][20], vla[n][m];
  struct pair p = {0, 0}, several[4] = {{0, 0}}, table[2][4];
#pragma omp target update from(rows[2 : 3][4 : 5]) to(x[0 : n : 2])
#pragma omp target enter data map(to : rows[2 : 1][4 : 5], rows[2][4 : n], rows[ : ][0 : 20])
#pragma omp target enter data map(to : vla[2 : n][ : m], vla[n - 1][0 : n])
#pragma omp target exit data map(from : vla[2 : n][0 : n]) // expected-error {{'vla[2:n][0:n]' is not contiguous}}
#pragma omp target update to(rows[0 : 2][0 : : 2]) // expected-error {{'rows[0:2][0::2]' is not contiguous in memory; name whole rows, or name each piece as a list item of its own [OS091]}}
#pragma omp target update from(mapper(halves) : table[0 : 2][1 : 1]) // expected-error {{a declared mapper is not supported on 'target update' [OS090]}}
#pragma omp target enter data map(mapper(halves), to : table[0 : 1][0 : 4]) // expected-error {{a declared mapper is not supported on 'target enter data' [OS090]}}
#pragma omp target update from(mapper(halves) : several)
#pragma omp target enter data map(mapper(halves), to : several[0 : 1])
#pragma omp target enter data map(mapper(halves), to : several[1], p)
#pragma omp target data map(to : x[0 : n]) use_device_ptr(x) // expected-warning {{'use_device_ptr' keeps the host's address, which stands for the data on the device because OpenCL has no device addresses; use 'ompscan_get_buffer' to get the buffer [OS092]}}
  outside(&x[1]);
#pragma omp target data map(to : x[0 : n]) use_device_ptr(x)
  {
#pragma omp target is_device_ptr(x) // expected-remark {{this construct stays on the host}}
    x[0] = 1;
    omp_target_is_present(x, 0);
  }
}

struct list { struct list *next; int value; };

void stays(int *x, struct list *l, int n) {
#pragma omp target // expected-remark {{this construct stays on the host because it contains more than a loop; the mapped data that it uses is copied there [OS093]}}
  x[n] = __builtin_abs(n);
#pragma omp target // expected-remark {{all mapped data is copied there because it calls functions or reads pointers from memory}}
  outside(x);
#pragma omp target // expected-remark {{all mapped data is copied there}}
  x[0] = l->next->value;
}

void mapped(struct vector *v, struct vector w, struct other o) {
#pragma omp target // expected-remark {{this construct stays on the host}}
  w.data[0] = w.length;
#pragma omp target map(tofrom : v[0 : 1]) // expected-error {{a declared mapper with 'always' is not supported on 'target' [OS090]}}
  v->data[0] = 1;
#pragma omp target teams distribute parallel for // expected-error {{a declared mapper with 'always' is not supported on 'target teams distribute parallel for'}}
  for (int i = 0; i < w.length; i++)
    w.data[i] = i;
#pragma omp target map(mapper(always), to : o) // expected-remark {{this construct stays on the host}}
  o.data[0] = 1;
#pragma omp target // expected-remark {{this construct stays on the host}}
  o.data[0] = 1;
}
