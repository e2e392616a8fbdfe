// REQUIRES: primary
// RUN: %clangxx -std=c++17 %opt -Wall -Werror %s %ompscan_include \
// RUN:   %ompscan_flags %ompscan_libs -ldl -o %t
// RUN: %run %python %S/../Support/fail_each_form.py %opencl_layer %t 13 \
// RUN:   | %filecheck %s
// RUN: %run_tiny %python %S/../Support/fail_each_form.py %opencl_layer %t 13 \
// RUN:   chunks lanes | %filecheck %s --check-prefix=TINY
// RUN: env OMPSCAN_MEMORY_LIMIT=70K %run %python \
// RUN:   %S/../Support/fail_each_form.py %opencl_layer %t 13 go-on \
// RUN:   | %filecheck %s --check-prefix=GO-ON
// RUN: %long env OMPSCAN_MEMORY_LIMIT=70K %run_tiny %python \
// RUN:   %S/../Support/fail_each_form.py %opencl_layer %t 21 go-on \
// RUN:   | %long %filecheck %s --check-prefix=GO-ON
// RUN: env POCL_DEVICES="basic basic" OMPSCAN_DEVICE=basic:all %run_tiny \
// RUN:   %python %S/../Support/fail_each_form.py %opencl_layer %t 17 \
// RUN:   chunks go-on | %filecheck %s --check-prefix=DEALT
// RUN: env OMPSCAN_VERIFY=1 %run %python %S/../Support/fail_each_form.py \
// RUN:   %opencl_layer %t 5 clauses rotation target-loop stay \
// RUN:   | %filecheck %s --check-prefix=VERIFY

// GO-ON: {{^}}go-on: {{.*}}, 0 ended, {{[1-9][0-9]+}} done in part by the device

// Every OpenCL call fails once of loops of every form that there is, of
// directives, constructs on the host, calls on data, and primitives
// (fail_each_form.py). Here a sample, every 5th call; faults-forms-long.test has
// all of them.

// CHECK: {{^}}container: {{[0-9]+}} calls
// CHECK: {{^}}sort: {{[0-9]+}} calls
// CHECK: {{^}}first: {{[0-9]+}} calls
// CHECK: all: {{[1-9][0-9]*}} calls
// VERIFY: {{^}}rotation: {{[0-9]+}} calls
// VERIFY: all: {{[1-9][0-9]*}} calls
// TINY: {{^}}chunks: {{[0-9]+}} calls
// TINY: {{^}}lanes: {{[0-9]+}} calls
// DEALT: {{^}}chunks: {{[0-9]+}} calls
// DEALT: {{^}}go-on: {{.*}}, 0 ended, {{[1-9][0-9]*}} done in part by the device

#include "Inputs/faults_data.h"
#include "Inputs/faults_loops.h"
#include "Inputs/faults_primitives.h"

static const struct {
  const char *Name;
  Outcome (*Run)();
  bool MayEnd; ///< the program, where data is lost or cannot be moved
  /// The number of objects in use changes a little: threads share the work, or
  /// a failure has rows done one by one, or arrays moved that were there.
  bool Varies;
} Kinds[] = {{"container", container, false, false},
             {"clauses", clauses, false, false},
             {"compaction", compaction, false, false},
             {"collisions", collisions, false, false},
             {"members", members, true, false},
             {"passes", passes, false, false},
             {"passes-there", passesThere, true, false},
             {"rotation", rotation, false, false},
             {"rows", rows, false, false},
             {"reproducible", reproducible, false, false},
             {"target-loop", targetLoop, false, false},
             {"in-place", inPlace, false, false},
             {"unique-loop", uniqueLoop, false, false},
             {"collapsed", collapsed, false, true},
             {"atomics", atomics, false, false},
             {"lists", lists, false, false},
             {"pinned", pinned, false, false},
             {"chunks", chunks, false, true},
             {"lanes", lanes, false, true},
             {"go-on", goOn, true, true},
             {"directives", directives, true, false},
             {"deferred", deferred, true, true},
             {"stay", stay, true, false},
             {"always", always, true, false},
             {"nowait", nowait, true, true},
             {"data-calls", dataCalls, false, false},
             {"select", select, false, false},
             {"partition-copy", partitionCopy, false, false},
             {"unique", unique, false, false},
             {"sort", sort, false, false},
             {"first", first, false, false},
             {"shift", shift, false, false},
             {"reduce", reduce, false, false},
             {"segments", segments, false, false},
             {"reduce-by-key", reduceByKey, false, false},
             {"run-lengths", runLengths, false, false},
             {"histogram", histogram, false, false},
             {"scan-across", scanAcross, true, true},
             {"present-select", presentSelect, true, false},
             {"present-partition", presentPartition, true, false}};

static std::map<std::string, long> objects() {
  std::map<std::string, long> Counts;
  for (const char *Kind :
       {"context", "queue", "memory", "program", "kernel", "event"})
    Counts[Kind] = live(Kind);
  return Counts;
}

/// forms: names the device and lists the kinds.
/// forms KIND FIRST STEP LOSE: has calls FIRST, FIRST + STEP, ... of KIND fail,
/// and with LOSE = 1 all calls after them, and prints what became of each.
int main(int Count, char **Arguments) {
  if (Count < 5) {
    char Name[256] = "";
    ompscan_get_device_name(0, Name, sizeof Name);
    std::puts(Name);
    for (const auto &K : Kinds)
      std::printf("%s %d\n", K.Name, K.MayEnd);
    return 0;
  }
  for (const auto &K : Kinds) {
    if (std::strcmp(K.Name, Arguments[1]) != 0)
      continue;
    ompscan_get_num_devices(); // Loads the layer.
    findLayer();
    const auto RunWell = [&] {
      fail(0, 0);
      EXPECT(K.Run() == Right);
      return callsOfRun;
    };
    RunWell(); // Fills the caches.
    long Calls = RunWell();
    // With tiny tiles everything that moves goes by several threads.
    Dl_info Library;
    const bool IsTiny = dladdr(
        reinterpret_cast<void *>(ompscan_get_num_devices), &Library) &&
        std::strstr(Library.dli_fname, "/tiny/");
    const long Slack = K.Varies || IsTiny ? 16 : 0;
    const auto Before = objects();
    const long Step = std::atol(Arguments[3]);
    const int Lose = std::atoi(Arguments[4]);
    for (long At = std::atol(Arguments[2]); At <= Calls; At += Step) {
      std::printf("call %ld\n", At);
      std::fflush(stdout);
      fail(At, Lose);
      const Outcome Result = K.Run();
      if (Result == Right)
        std::puts("right");
      else
        std::printf("told: %s\n", ompscan_last_error());
      for (const auto &[Kind, Live] : objects())
        if (Live > Before.at(Kind) + Slack) {
          std::printf("leak: %ld of %s, and there were %ld\n", Live,
                      Kind.c_str(), Before.at(Kind));
          return 3;
        }
      RunWell();         // What was dropped is there again.
      Calls = RunWell(); // As many as the next run has.
    }
    std::printf("end %ld\n", Calls);
    return 0;
  }
  return 2;
}
