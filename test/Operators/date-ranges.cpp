// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14

// Ranges of dates: nested classes, enumerations, comparison operators, and what
// they span.

#include "Inputs/operator_test.h"

enum class Month : unsigned char { January = 1, February, March, December = 12 };

struct Date {
  short year;
  Month month;
  unsigned char day;

  friend bool operator<(const Date &a, const Date &b) {
    if (a.year != b.year)
      return a.year < b.year;
    if (a.month != b.month)
      return a.month < b.month;
    return a.day < b.day;
  }
  bool operator==(const Date &o) const { return !(*this < o) && !(o < *this); }
};

class Range {
public:
  struct Bound {
    Date date;
    bool known = false;
    Bound() : date{0, Month::January, 1} {}
    Bound(Date d) : date(d), known(true) {}
  };

  Range() = default;
  Range(Date only) : Range(only, only) {}
  Range(const Bound &first, const Bound &last) : first(first), last(last) {}

  // The least range that covers both.
  Range operator|(const Range &other) const {
    Range all(*this);
    all.include(other.first).include(other.last);
    return all;
  }
  bool operator==(const Range &o) const {
    return first.known == o.first.known && first.date == o.first.date &&
           last.known == o.last.known && last.date == o.last.date;
  }

private:
  Range &include(const Bound &b) {
    if (!b.known)
      return *this;
    if (!first.known || b.date < first.date)
      first = b;
    if (!last.known || last.date < b.date)
      last = b;
    return *this;
  }

  Bound first, last;
};

#pragma omp declare scan(| : Range : omp_out = omp_out | omp_in)               \
    initializer(omp_priv = Range())

static void scan(Range *y, const Date *x, int n) {
#pragma omp parallel for scan(| : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] | Range(x[i]);
}

static void converted(Range *y, const Date *x, int n) {
#pragma omp parallel for scan(| : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] | x[i];
}

static void expected(Range *y, const Date *x, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] | Range(x[i]);
}

static Date date(uint64_t k) {
  return {short(scan_test_pick(k, 2000, 2000 + long(k / 200))),
          Month(scan_test_pick(k + 1, 1, 12)),
          static_cast<unsigned char>(scan_test_pick(k + 2, 1, 28))};
}

static bool same(const Range *a, const Range *b) { return *a == *b; }

OPERATOR_TEST_INPUT(dates, Range, Date, scan, expected, Range(), date(k), same)
OPERATOR_TEST_INPUT(implicit_conversion, Range, Date, converted, expected,
                    Range(), date(k), same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  dates();
  implicit_conversion();
  return scan_test_passed();
}
