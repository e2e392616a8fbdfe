// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run %t
// RUN: %long %run_tiny %t
// RUN: %run_oclgrind %t 14
// RUN: %clangxx -std=c++17 -O1 -g %asan %s %ompscan_flags %ompscan_libs -o %t.asan
// RUN: %run %t.asan 2000

// Constructors of every kind: members, default values, delegation, bases,
// inherited ones, conversions, arrays of members; inheritance without virtuals.

#include "Inputs/operator_test.h"

struct Empty {};

// No padding: Oclgrind takes that of structures in arrays for values.
struct Counter {
  long count = 1;
  unsigned long check{0};
  Counter() = default;
  constexpr Counter(long count, unsigned long check = 17)
      : count(count), check(check) {}
};

class Weighted : public Counter {
protected:
  double weight;

public:
  using Counter::Counter;
  Weighted(const Counter &c, double w) : Counter(c), weight(w) {}
  Weighted(double w, int c) : Weighted(Counter(c), w) { check += 1; }
  double weigh() const { return weight * static_cast<double>(count); }
};

struct Tag : Empty {
  char name[3];
  bool set;
  Tag(char c = '-') : name{c, c}, set(c != '-') { name[2] = c; }
  operator bool() const { return set; }
};

struct Node : Weighted, Tag {
  Counter history[2];
  union {
    int small;
    unsigned char bytes[4];
  };

  Node() : Weighted(0.0, 0) { small = 0; }
  Node(int value, char tag)
      : Weighted(Counter{value}, 0.5), Tag(tag),
        history{Counter(value), {value, 3}}, small(value) {}
  Node(const Node &o)
      : Weighted(o), Tag(static_cast<const Tag &>(o)), history{o.history[0],
                                                               o.history[1]},
        small(o.small) {}
  Node &operator=(const Node &) = default;

  Node &join(const Node &next) {
    count += next.count;
    check = check * 3 ^ next.check;
    if (next)
      static_cast<Tag &>(*this) = next;
    weight += next.weight;
    history[0] = history[1];
    history[1] = Counter(next.small);
    small ^= next.small;
    // Keeps the operator associative.
    history[0].count = history[1].count = count;
    history[0].check = check = 0;
    return *this;
  }
};

static Node operator+(Node a, const Node &b) { return a.join(b); }

#pragma omp declare scan(+ : Node : omp_out = omp_out + omp_in)                \
    initializer(omp_priv = Node())

static void scan(Node *y, const int *value, const char *tag, int n) {
#pragma omp parallel for scan(+ : y)
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + Node(value[i], tag[i]);
}

static void scan_values(Node *y, const int *value, int n) {
  char *tags = BLOCK(char, n);
  for (int i = 0; i < n; i++)
    tags[i] = "abc-------"[value[i] & 7];
  scan(y, value, tags, n);
  free(tags);
}

static void expected(Node *y, const int *value, int n) {
  for (int i = 1; i < n; i++)
    y[i] = y[i - 1] + Node(value[i], "abc-------"[value[i] & 7]);
}

static bool same(const Node *a, const Node *b) {
  return a->count == b->count && a->check == b->check &&
         a->weigh() == b->weigh() && memcmp(a->name, b->name, 3) == 0 &&
         a->set == b->set && a->history[0].count == b->history[0].count &&
         a->history[0].check == b->history[0].check &&
         a->history[1].count == b->history[1].count &&
         a->history[1].check == b->history[1].check && a->small == b->small;
}

OPERATOR_TEST_INPUT(nodes, Node, int, scan_values, expected, Node(2, 'x'),
                    (int)scan_test_pick(k, -1000, 1000), same)

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  nodes();
  return scan_test_passed();
}
