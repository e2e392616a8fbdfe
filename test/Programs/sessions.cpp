// RUN: %clangxx -std=c++20 %opt %s %ompscan_flags %ompscan_libs -o %t
// RUN: %run_tiny %t

// Events of a log: sessions, the last event of each, a running total.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
struct Event {
  std::uint64_t time;
  std::uint32_t user;
  float amount;
};
class Log {
public:
  explicit Log(std::size_t n) : events_(n), session_(n), spent_(n) {
    std::uint64_t t = 0;
    for (auto &e : events_) {
      t += std::rand() % 50;
      e = {t, std::uint32_t(std::rand() % 3), float(std::rand() % 16)};
    }
  }
  std::size_t sessionize(std::uint64_t gap, std::vector<std::size_t> &starts) {
    std::size_t count = 0;
    starts.assign(events_.size(), 0);
#pragma omp parallel for scan(+ : count)
    for (std::size_t i = 0; i < events_.size(); ++i) {
      if (i == 0 || events_[i].time - events_[i - 1].time > gap)
        starts[count++] = i;
      session_[i] = count - 1;
    }
    starts.resize(count);
    return count;
  }
  std::size_t ends(std::vector<std::size_t> &last) const {
    std::size_t id = 0;
    last.assign(events_.size(), 0);
#pragma omp parallel for scan(+ : id)
    for (std::size_t i = 0; i < events_.size(); ++i) {
      last[id] = i;
      id += i + 1 < events_.size() && session_[i] != session_[i + 1];
    }
    return id + 1;
  }
  float spend() {
    float total = 0;
#pragma omp parallel for scan(+ : total)
    for (std::size_t i = 0; i < events_.size(); ++i) {
      const auto &e = events_[i];
      total += e.amount;
      spent_[i] = total;
    }
    return total;
  }
  std::vector<Event> events_;
  std::vector<std::size_t> session_;
  std::vector<float> spent_;
};
int main() {
  for (std::size_t n : {1u, 2u, 13u, 500u, 20011u}) {
    Log log(n);
    std::vector<std::size_t> starts, last, wstarts, wlast;
    auto c = log.sessionize(40, starts);
    for (std::size_t i = 0; i < n; i++) {
      if (i == 0 || log.events_[i].time - log.events_[i - 1].time > 40)
        wstarts.push_back(i);
      if (log.session_[i] != wstarts.size() - 1) {
        puts("BAD session");
        return 1;
      }
    }
    if (starts != wstarts || c != wstarts.size()) {
      puts("BAD starts");
      return 1;
    }
    c = log.ends(last);
    last.resize(c);
    for (std::size_t i = 0; i < n; i++)
      if (i + 1 == n || log.session_[i] != log.session_[i + 1])
        wlast.push_back(i);
    if (last != wlast) {
      puts("BAD last");
      return 1;
    }
    float t = log.spend(), s = 0;
    for (std::size_t i = 0; i < n; i++) {
      s += log.events_[i].amount;
      if (s != log.spent_[i]) {
        puts("BAD spend");
        return 1;
      }
    }
    if (s != t) {
      puts("BAD t");
      return 1;
    }
  }
  puts("ok");
}
