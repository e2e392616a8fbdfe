// RUN: %verify -ferror-limit=0 -std=c++17 %s

// Containers that are no arrays.

#include <deque>
#include <optional>
#include <vector>

void items(std::vector<bool> &bits, const std::vector<int> &fixed,
           std::deque<int> &pieces, std::vector<std::deque<int>> &rows) {
#pragma omp parallel for scan(|| : bits) // expected-error {{'bits' is a 'std::vector<bool>', which packs several elements into one byte; use 'std::vector<unsigned char>' [OS017]}}
  for (std::size_t i = 1; i < 9; i++)
    bits[i] = bits[i - 1];

#pragma omp parallel for scan(+ : fixed) // expected-error {{elements of scan item 'fixed' are const, but a scan stores them; name the array that the loop stores [OS009]}}
  for (std::size_t i = 1; i < 9; i++)
    ;

#pragma omp parallel for scan(+ : pieces) // expected-error {{scan item 'pieces' must be an array, a pointer or a scalar variable; use a variable, and copy its value back after the loop [OS010]}}
  for (std::size_t i = 1; i < 9; i++)
    pieces[i] += pieces[i - 1];

#pragma omp parallel for scan(+ : rows) // expected-error {{values of scan item 'rows' have type 'std::deque<int>', which is not supported in a kernel; copy them to a variable or an array of another type [OS015]}}
  for (std::size_t i = 1; i < 9; i++)
    rows[0][i] += rows[0][i - 1];
}

void rows(std::vector<std::vector<int>> &v, int **pointers, const int *const *fixed,
          int n) {
  int lines[2][9] = {};
#pragma omp parallel for scan(+ : v[1]) // expected-error {{the loop does not update 'v[1]'; name the variable that the loop updates in the 'scan' clause [OS045]}}
  for (int i = 1; i < n; i++) {
    v[0][i] = i;
    v[2][i] = 0;
  }
#pragma omp parallel for scan(+ : v[1])
  for (int i = 1; i < n; i++)
    v[0][i] = v[0][i - 1] + 1; // expected-error {{the loop does not store an element of scan item 'v[1]'; name the array that the loop stores in the 'scan' clause [OS031]}}
#pragma omp parallel for scan(+ : pointers[1])
  for (int i = 1; i < n; i++)
    pointers[0][i] = pointers[0][i - 1] + 1; // expected-error {{the loop does not store an element of scan item 'pointers[1]'; name the array that the loop stores in the 'scan' clause [OS031]}}
#pragma omp parallel for scan(+ : lines[1])
  for (int i = 1; i < 9; i++)
    lines[0][i] = lines[0][i - 1] + 1; // expected-error {{the loop does not store an element of scan item 'lines[1]'; name the array that the loop stores in the 'scan' clause [OS031]}}
#pragma omp parallel for scan(+ : fixed[1]) // expected-error {{elements of scan item 'fixed' are const, but a scan stores them; name the array that the loop stores, or an integer 'k' that counts in place of the pointer, and read 'fixed[k]', with '#pragma omp target map(to: fixed[0:n])' [OS009]}}
  for (int i = 1; i < n; i++)
    lines[0][0] = fixed[1][i];
#pragma omp parallel for scan(+ : v[none]) // expected-error {{use of undeclared identifier 'none'}}
  for (int i = 1; i < n; i++)
    v[0][i] = v[0][i - 1] + 1;
}

template <class C> void instantiated(C &y) {
#pragma omp parallel for scan(+ : y) // expected-error {{'y' is a 'std::vector<bool>', which packs several elements into one byte; use 'std::vector<unsigned char>' [OS017]}} expected-error {{const-qualified list item cannot be scan}}
  for (std::size_t i = 1; i < y.size(); i++)
    y[i] = y[i - 1] + 1; // expected-error {{cannot assign to return value}}
}
template void instantiated(std::vector<bool> &);
template void instantiated(const std::vector<int> &); // expected-note {{in instantiation}}
// expected-note@*:* {{which returns const-qualified type}}

void inputs(std::vector<bool> &bits, const std::vector<int> &x,
            std::vector<int> &y, int n) {
  int k = 0;
#pragma omp parallel for scan(+ : k)
  for (std::size_t i = 0; i < x.size(); i++)
    if (bits[i])
      y[k++] = x[i];

#pragma omp parallel for scan(+ : k)
  for (std::size_t i = 0; i < x.size(); i++) {
    k += x[i];
    bits[i] = k > n; // expected-error {{'bits' is a 'std::vector<bool>', which packs several elements into one byte; use 'std::vector<unsigned char>' [OS017]}}
  }

#pragma omp parallel for scan(+ : k)
  for (std::size_t i = 0; i < x.size(); i++)
    k += x.capacity(); // expected-error {{'x' cannot be used in the input of a scan; compute the value before the loop [OS042]}}

#pragma omp parallel for scan(+ : k)
  for (std::size_t i = 0; i < x.size(); i++) {
    k += x[i];
    y.push_back(k); // expected-error {{'y' cannot grow in a scan loop; call 'y.resize(x.size())' in front of the loop, store by 'y[k++] = k;' with 'scan(+ : k)', and call 'y.resize(k)' after the loop [OS162]}}
  }

#pragma omp parallel for scan(+ : y)
  for (int i = 0; i < n; i++)
    if (x[i] > 0)
      y.emplace_back(2 * x[i]); // expected-error {{'y' cannot grow in a scan loop; call 'y.resize(n)' in front of the loop, store by 'y[k++] = 2 * x[i];' with 'scan(+ : k)', and call 'y.resize(k)' after the loop [OS162]}}
}

// In place of its calls.
static int first(const std::optional<int> *p) {
  int sum = 0;
  for (int k = 0; k < 3; k++)
    sum += p[k].value(); // expected-error {{an exception is not supported in a scan loop [OS101]}}
  return sum;
}
static int second(const std::optional<int> *p) {
  return p[1].value(); // expected-error {{an exception is not supported in a scan loop [OS101]}}
}
static int third(const std::optional<int> *p) {
  return 2 * second(p); // expected-note {{called from 'third' here}}
}

int inFunctions(const std::optional<int> *x, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += first(x + i); // expected-note {{called from the scan here}}
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += third(x + i); // expected-note {{called from the scan here}}
  return s;
}

int optionals(std::vector<std::optional<int>> &maybe, const std::optional<int> *fixed, int n) {
  int s = 0;
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += maybe[i].value(); // expected-error {{an exception is not supported in a scan loop [OS101]}}
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    if (fixed[i] || !maybe[i])
      s += fixed[i].value(); // expected-error {{an exception is not supported in a scan loop [OS101]}}
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++)
    s += !fixed[i] || !maybe[i].has_value() ? 0 : fixed[i].value() + maybe[i].value();
  // The test was of another element, or of another value.
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    int at = i;
    if (fixed[at]) {
      at++;
      s += fixed[at].value(); // expected-error {{an exception is not supported in a scan loop [OS101]}}
    }
  }
#pragma omp parallel for scan(+ : s)
  for (int i = 0; i < n; i++) {
    std::optional<int> copy = fixed[i];
    if (copy) {
      copy.reset();
      s += copy.value(); // expected-error {{an exception is not supported in a scan loop [OS101]}}
    }
  }
  return s;
}
