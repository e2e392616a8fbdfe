// RUN: %clangxx %opt -std=c++17 -Wall -Werror %s %ompscan_flags %ompscan_libs -lm -o %t
// RUN: %run %t 5000
// RUN: %long %run_tiny %t 5000
// RUN: %run_oclgrind %t %oclgrind_size

// Elements with members that kernels do not have: loops read other members,
// and copy whole elements.

#include "Inputs/scan_test.h"
#include <string>
#include <vector>

namespace {

struct Base {
  Base *up = nullptr;
  long kind = 0;
};

struct Point : Base {
  float weight;
  double *coordinates;
  long double exact;
  const char *names[2];
  int Point::*chosen;
  int id;
};

struct Owner {
  std::vector<int> list;
  std::string name;
  int size;
  ~Owner() { size = -1; }
};

/* The longer one: it is copied with its pointer. */
struct Text {
  int length;
  const char *text;
};

Text longer(Text a, Text b) { return a.length < b.length ? b : a; }
#pragma omp declare scan(longer : Text : omp_out = longer(omp_out, omp_in))

struct Node {
  float value;
  Node *next = nullptr;
};

Node later(const Node &a, const Node &b) { return {a.value + b.value}; }
#pragma omp declare scan(later : Node : omp_out = later(omp_out, omp_in))

long sums(const std::vector<Point> &points, std::vector<long> &sum) {
  long s = 0;
#pragma omp parallel for scan(+ : s)
  for (std::size_t i = 0; i < points.size(); i++) {
    s += points[i].id + points[i].kind;
    sum[i] = s;
  }
  return s;
}

std::size_t compact(std::vector<Point> &points) {
  std::size_t k = 0;
#pragma omp parallel for scan(+ : k)
  for (std::size_t i = 0; i < points.size(); i++)
    if (points[i].id % 3 == 0)
      points[k++] = points[i];
  return k;
}

void offsets(const std::vector<Owner> &owners, std::vector<long> &offset) {
#pragma omp parallel for scan(+ : offset)
  for (std::size_t i = 0; i < owners.size(); i++)
    offset[i + 1] = offset[i] + owners[i].size + owners[i].name.size();
}

void longest(const std::vector<Text> &texts, std::vector<Text> &best) {
#pragma omp parallel for scan(longer : best)
  for (std::size_t i = 1; i < texts.size(); i++)
    best[i] = longer(best[i - 1], texts[i]);
}

void nodes(const std::vector<Node> &in, std::vector<Node> &out) {
#pragma omp parallel for scan(later : out)
  for (std::size_t i = 1; i < in.size(); i++)
    out[i] = later(out[i - 1], in[i]);
}

void checkPoints(std::size_t n) {
  std::vector<Point> points(n);
  std::vector<long> sum(n, -1), want(n, -1);
  long total = 0;
  for (std::size_t i = 0; i < n; i++) {
    points[i].id = static_cast<int>(scan_test_pick(i, -9, 9));
    points[i].kind = scan_test_pick(~i, 0, 3);
    points[i].coordinates = &reinterpret_cast<double *>(0x1000)[i];
    points[i].exact = i;
    points[i].names[1] = "name";
    points[i].up = &points[n - 1 - i];
    want[i] = total += points[i].id + points[i].kind;
  }
  if (sums(points, sum) != total)
    scan_test_fail(__FILE__, __LINE__, "sums", "s", 0, sums(points, sum), total);
  CHECK_SAME(sum.data(), want.data(), n);

  const std::vector<Point> all = points;
  std::size_t kept = 0;
  const std::size_t k = compact(points);
  for (const Point &each : all)
    if (each.id % 3 == 0) {
      if (points[kept].id != each.id || points[kept].up != each.up ||
          points[kept].coordinates != each.coordinates ||
          points[kept].exact != each.exact || points[kept].names[1] != each.names[1])
        scan_test_fail(__FILE__, __LINE__, "compact", "points", kept, 0, 1);
      kept++;
    }
  if (k != kept)
    scan_test_fail(__FILE__, __LINE__, "compact", "k", 0, k, kept);
}

void checkOwners(std::size_t n) {
  std::vector<Owner> owners(n);
  std::vector<long> offset(n + 1, -1), want(n + 1, -1);
  offset[0] = want[0] = 3;
  for (std::size_t i = 0; i < n; i++) {
    owners[i].size = static_cast<int>(scan_test_pick(i, 0, 9));
    owners[i].name.assign(scan_test_pick(i, 0, 40), 'x');
    want[i + 1] = want[i] + owners[i].size + owners[i].name.size();
  }
  offsets(owners, offset);
  CHECK_SAME(offset.data(), want.data(), n + 1);
}

void checkTexts(std::size_t n) {
  static const char characters[64] = "";
  std::vector<Text> texts(n), best(n, {-1, nullptr});
  std::vector<Node> in(n), out(n);
  for (std::size_t i = 0; i < n; i++) {
    texts[i] = {static_cast<int>(scan_test_pick(i, 0, 1 << 20)), characters + i % 64};
    in[i].value = static_cast<float>(scan_test_pick(i, -9, 9));
  }
  if (n) {
    best[0] = texts[0];
    out[0] = in[0];
  }
  longest(texts, best);
  nodes(in, out);
  Text now = n ? texts[0] : Text();
  float sum = n ? in[0].value : 0;
  for (std::size_t i = 1; i < n; i++) {
    now = longer(now, texts[i]);
    sum += in[i].value;
    if (best[i].length != now.length || best[i].text != now.text)
      scan_test_fail(__FILE__, __LINE__, "longest", "best", i, best[i].length, now.length);
    if (out[i].value != sum || out[i].next)
      scan_test_fail(__FILE__, __LINE__, "nodes", "out", i, out[i].value, sum);
  }
}

} // namespace

int main(int argc, char **argv) {
  scan_test_init(argc, argv);
  FOR_EACH_SIZE(n) {
    checkPoints(n);
    checkOwners(n);
    checkTexts(n);
  }
  return scan_test_passed();
}
