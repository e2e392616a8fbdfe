// RUN: %cc1_verify -Rpass-missed=ompscan %s

// Why a single work-item runs each row of a nest.

void shared(int *y, const int *x, int h, int w) {
  const int n = h * w;
  int p;
#pragma omp target teams distribute map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int r = 0; r < h; r++) {
    int s = 0, q, t = 0;
#pragma omp parallel for scan(+ : s) private(p)
    for (int i = 0; i < w; i++) {
      p = x[r * w + i];
      s += p;
      y[r * w + i] = s;
    }
#pragma omp parallel for reduction(+ : t) private(q)
    for (int i = 0; i < w; i++) {
      q = y[r * w + i];
      t += q;
    }
#pragma omp parallel for private(p, q)
    for (int i = 0; i < w; i++) {
      q = t;
      p = q;
      y[r * w + i] -= p;
    }
  }
}

// Rows with names, and the rows of an inner loop over rows.
void named(int *y, const int *x, int h, int w) {
  const int n = h * w;
#pragma omp target teams distribute map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int r = 0; r < h; r++) {
    int *row = y + r * w, *next = row + 1;
#pragma omp parallel for scan(+ : row)
    for (int i = 0; i < w - 1; i++)
      next[i] = row[i] + x[r * w + i];
  }

#pragma omp target teams distribute map(to : x[0 : n]) map(tofrom : y[0 : n])
  for (int a = 0; a < h / 3; a++) {
    int *plane = &y[a * 3 * w];
#pragma omp parallel for collapse(2) scan(+ : plane)
    for (int r = 0; r < 3; r++)
      for (int i = 1; i < w; i++)
        plane[r * w + i] = plane[r * w + i - 1] + x[i];
  }
}

void single(int *y, const int *x, int h, int w) {
  const int n = h * w;
#pragma omp target teams distribute map(to : x[0 : n]) map(tofrom : y[0 : n]) // expected-remark {{a single work-item runs each iteration of this loop: this loop stores elements, and has no directive [OS120]}}
  for (int r = 0; r < h; r++) {
    int s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < w; i++)
      s += x[r * w + i];
    for (int i = 0; i < w; i++) // expected-note {{this is the reason}}
      y[r * w + i] = s;
  }

#pragma omp target teams distribute map(to : x[0 : n]) map(tofrom : y[0 : n]) // expected-remark {{this expression stores an element and does something else [OS120]}}
  for (int r = 0; r < h; r++) {
    int s = 0, last;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < w; i++)
      s += x[r * w + i];
    y[r * w] = last = s; // expected-note {{this is the reason}}
  }

#pragma omp target teams distribute map(to : x[0 : n]) map(tofrom : y[0 : n]) // expected-remark {{iterations of this loop may use the same elements [OS120]}}
  for (int r = 0; r < h; r++) {
    int k = r * w, l = r * w + w;
#pragma omp parallel for scan(+ : k, l)
    for (int i = 0; i < w; i++) // expected-note {{this is the reason}}
      if (x[r * w + i] > 0)
        y[k++] = x[r * w + i];
      else
        y[--l] = x[r * w + i];
  }
}

// Rows that store under conditions, keep elements, end iterations early, and whose
// items depend on others are run by teams.
void several(int *y, const int *x, const int *first, int h, int w) {
  const int n = h * w;
#pragma omp target teams distribute map(to : x[0 : n], first[0 : h]) map(tofrom : y[0 : n])
  for (int r = 0; r < h; r++) {
    int most = 0, at = -1, k = 0;
#pragma omp parallel for scan(max : most) scan(last : at)
    for (int i = 0; i < w; i++) {
      if (x[first[r] + i] == 3)
        continue;
      if (x[first[r] + i] > most) {
        most = x[first[r] + i];
        at = i;
      }
      if (x[first[r] + i] > 0)
        y[first[r] + i] = at;
    }
#pragma omp parallel for scan(+ : k)
    for (int i = 0; i < w; i++)
      if (x[r * w + i] > most)
        y[r * w + k++] = x[r * w + i];
  }
}

void reduced(int *y, const int *x, int h, int w) {
  const int n = h * w;
  int all = 0;
#pragma omp target teams distribute reduction(+ : all) map(to : x[0 : n]) map(from : y[0 : n]) // expected-remark {{a single work-item runs each iteration of this loop: it has a reduction [OS120]}}
  for (int r = 0; r < h; r++) {
    int s = 0;
#pragma omp parallel for scan(+ : s)
    for (int i = 0; i < w; i++) {
      s += x[r * w + i];
      y[r * w + i] = s;
    }
    all += s;
  }
  y[0] = all;
}
