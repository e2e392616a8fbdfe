// RUN: %verify -ferror-limit=0 %s

// Messages that name the form which fits.

struct filter { double state[2][3]; };

// The place of an extremum, without its value.
void place(int *at, const float *x, int n) {
  int b = 0;
#pragma omp parallel for scan(last : b) // expected-note {{keep 'x[b]' in a variable: 'if (x[i] > best) { best = x[i]; b = i; }' with 'scan(max : best)' fits, and 'best = x[b]' before the loop}}
  for (int i = 1; i < n; i++) {
    if (x[i] > x[b]) // expected-error {{[OS144]}}
      b = i;
    at[i] = b;
  }
}
void place_from_the_left(int *at, const float *x, int n) {
  int b = 0;
#pragma omp parallel for scan(auto : b) // expected-error {{[OS146]}} expected-note {{keep 'x[b]' in a variable: 'if (x[i] <= best) { best = x[i]; b = i; }' with 'scan(min : best)' fits, and 'best = x[b]' before the loop}}
  for (int i = 1; i < n; i++) {
    if (x[b] >= x[i])
      b = i;
    at[i] = b;
  }
}
void taken(int *at, const float *x, int n) {
  int b = 0;
  float best = x[0];
#pragma omp parallel for scan(max : best)
  for (int i = 1; i < n; i++) {
    if (x[i] > best) {
      best = x[i];
      b = i;
    }
    at[i] = b;
  }
}

// A variable that advances in an inner loop.
void advance(double *y, const double *x, int n, int width) {
  int at = 0;
#pragma omp target map(to : x[0:n * width]) map(tofrom : y[0:n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < width; j++)
      sum += x[at++]; // expected-error {{[OS056]}} expected-note {{advance 'at' behind the inner loop, by all that this adds, and use the counter of the inner loop in it}}
    y[i] = y[i - 1] + sum;
  }
}
void advance_taken(double *y, const double *x, int n, int width) {
  int at = 0;
#pragma omp target map(to : x[0:n * width]) map(tofrom : y[0:n])
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < width; j++)
      sum += x[at + j];
    at += width;
    y[i] = y[i - 1] + sum;
  }
}

// Rows that are filtered in place.
void rows(int *begin, int *x, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    for (int j = begin[i]; j < begin[i + 1]; j++)
      if (x[j] > 0) // expected-error {{'x' is read at other elements than those that the iteration stores, or after it is stored; copy 'x' in front of the loop, read the copy, and name the section that the loop stores by '#pragma omp target map(tofrom: x[0:n])' [OS057]}}
        x[k++] = x[j];
}
void rows_taken(int *begin, int *x, const int *copy, int n) {
  int k = 0;
#pragma omp target map(tofrom : x[0:n])
#pragma omp parallel for scan(+ : k)
  for (int i = 0; i < n; i++)
    for (int j = begin[i]; j < begin[i + 1]; j++)
      if (copy[j] > 0)
        x[k++] = copy[j];
}

// One element in all iterations.
void filtered(struct filter *f, double *y, const double *x, int n, int c) {
#pragma omp parallel for scan(affine : f->state)
  for (int i = 0; i < n; i++) {
    f->state[c][0] = x[i] - 0.5 * f->state[c][1]; // expected-error {{every iteration stores the same element of 'f->state'; name a variable in the clause, which gets the value of the element before the loop, and assign it to the element after the loop [OS032]}}
    f->state[c][1] = f->state[c][0];
    y[i] = f->state[c][1];
  }
}

// A pointer to what the loop reads.
void pointer(long *y, const unsigned char *p, const unsigned char *wide, int n) {
  long s = 0;
#pragma omp parallel for scan(+ : s, p) // expected-error {{elements of scan item 'p' are const, but a scan stores them; name the array that the loop stores, or an integer 'k' that counts in place of the pointer, and read 'p[k]', with '#pragma omp target map(to: p[0:n])' [OS009]}}
  for (int i = 0; i < n; i++) {
    if (wide[i])
      s += *p++;
    y[i] = s;
  }
}
void pointer_taken(long *y, const unsigned char *p, const unsigned char *wide, int n) {
  long s = 0;
  int k = 0;
#pragma omp target map(to : p[0:n])
#pragma omp parallel for scan(+ : s, k)
  for (int i = 0; i < n; i++) {
    long v = 0;
    if (wide[i])
      v = p[k++];
    s += v;
    y[i] = s;
  }
}

// What is missing is the size of an array, and no pass.
void sections(int *begin, int *left, int *ends, const int *x, int n) {
  int rows = 0, all = 0;
#pragma omp parallel for scan(+ : rows, all)
  for (int i = 0; i < n; i++) {
    if (begin[i + 1] - begin[i] < 6) {
      for (int j = begin[i]; j < begin[i + 1]; j++)
        if (x[j] > 0)
          left[all++] = x[j]; // expected-error {{the section of 'left' that the loop stores cannot be computed from this subscript; name it by '#pragma omp target map(tofrom: left[0:n])' in front of the directive [OS050]}}
      ends[++rows] = all;
    }
  }
}
