//===- Devices.cpp - The devices of the process ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Devices.h"
#include "device/MappedCount.h"
#include "device/opencl/OpenCLBackend.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ompscan::rt {

namespace {

/// Tells a process from its forked children without asking the system.
class ForkMark {
public:
  ForkMark() {
#ifdef MADV_WIPEONFORK
    const auto Size = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
    void *Page = ::mmap(nullptr, Size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (Page == MAP_FAILED)
      return;
    if (::madvise(Page, Size, MADV_WIPEONFORK) == 0)
      *(Mark = static_cast<volatile char *>(Page)) = 1; // Children find 0.
    else
      ::munmap(Page, Size);
#endif
  }
  bool isChild() const { return Mark ? *Mark == 0 : Owner != ::getpid(); }

private:
  const pid_t Owner = ::getpid();
  volatile char *Mark = nullptr;
};

/// The back ends, in the order in which devices of one type are numbered.
std::vector<std::unique_ptr<Backend>> makeBackends() {
  std::vector<std::unique_ptr<Backend>> All;
  All.push_back(makeOpenCLBackend());
  return All;
}

struct Discovery {
  const std::vector<std::unique_ptr<Backend>> Backends = makeBackends();
  std::vector<std::unique_ptr<Device>> Devices;
  std::vector<DeviceInfo> Infos; ///< of the devices
  std::string Problem;           ///< why there is no device
  const ForkMark Mark;

  Discovery() {
    for (const std::unique_ptr<Backend> &B : Backends)
      for (std::shared_ptr<BackendDevice> &D : B->devices(Problem))
        add(std::make_unique<Device>(std::move(D)));
    for (const std::unique_ptr<Device> &D : Devices)
      Infos.push_back(D->info());
  }

private:
  void add(std::unique_ptr<Device> D) {
    const auto Place = std::upper_bound(
        Devices.begin(), Devices.end(), D, [](const auto &A, const auto &B) {
          return A->info().Type < B->info().Type;
        });
    Devices.insert(Place, std::move(D));
  }
};

/// Never destroyed: a driver may be unloaded before static objects are, and
/// loops may run while they are destroyed.
const Discovery &discovery() {
  static const Discovery &Found = *new Discovery;
  if (Found.Mark.isChild()) {
    constexpr char Cause[] =
        "the process is the child of one that had begun to use OpenCL, whose "
        "drivers do not outlive a fork; a child that calls exec can use it";
    if (isAnythingPresent())
      throw Unrecoverable(std::string(Cause) +
                          " (and what was mapped on a device is out of reach)");
    throw Failure(Cause);
  }
  return Found;
}

/// The devices that the program has attached. Their numbers come after those of
/// the machine's devices, and are not used again.
struct Attachments {
  std::mutex Lock;
  std::vector<std::shared_ptr<Device>> Devices;
};

/// Never destroyed, as above.
Attachments &attachments() {
  static Attachments &A = *new Attachments;
  return A;
}

/// The attached device \p Number; the list is locked.
std::shared_ptr<Device> &attachment(Attachments &A, int64_t Number) {
  const int64_t Own = static_cast<int64_t>(discovery().Devices.size());
  if (Number < Own || static_cast<uint64_t>(Number - Own) >= A.Devices.size() ||
      !A.Devices[static_cast<size_t>(Number - Own)])
    throw Failure("device " + std::to_string(Number) +
                  " is no attached queue (ompscan_attach_queue), or not any "
                  "more");
  return A.Devices[static_cast<size_t>(Number - Own)];
}

} // namespace

const std::vector<std::unique_ptr<Device>> &allDevices() {
  const Discovery &Found = discovery();
  if (Found.Devices.empty())
    throw Failure(Found.Problem);
  return Found.Devices;
}

bool hasDevices() {
  if (!discovery().Devices.empty())
    return true;
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return !A.Devices.empty();
}

size_t countDevices() {
  const size_t Own = discovery().Devices.size();
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return Own + A.Devices.size();
}

std::shared_ptr<Device> deviceNumbered(int64_t Number) {
  const auto &Own = discovery().Devices;
  if (Number < 0)
    return nullptr;
  const auto Index = static_cast<uint64_t>(Number);
  if (Index < Own.size())
    return {std::shared_ptr<void>(), Own[Index].get()}; // Lives for ever.
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return Index - Own.size() < A.Devices.size() ? A.Devices[Index - Own.size()]
                                               : nullptr;
}

std::shared_ptr<Device> deviceFor(int64_t Request) {
  const Discovery &Found = discovery();
  const auto Own = static_cast<int64_t>(Found.Devices.size());
  if (Request >= Own) {
    Attachments &A = attachments();
    std::lock_guard<std::mutex> Guard(A.Lock);
    if (Request - Own < static_cast<int64_t>(A.Devices.size()))
      return attachment(A, Request);
  }
  if (Found.Devices.empty())
    throw Failure(Found.Problem);
  Device *D =
      Found.Devices[chooseDevice(Found.Infos, Request, environment())].get();
  return {std::shared_ptr<void>(), D}; // Lives for ever.
}

std::shared_ptr<Device> deviceIfAny(int64_t Request) noexcept {
  try {
    return deviceFor(Request);
  } catch (...) {
    return nullptr;
  }
}

int64_t attachDevice(std::shared_ptr<BackendDevice> Handle) {
  auto D = std::make_shared<Device>(std::move(Handle));
  const size_t Own = discovery().Devices.size();
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  A.Devices.push_back(std::move(D));
  return static_cast<int64_t>(Own + A.Devices.size() - 1);
}

void detachDevice(int64_t Number) {
  std::shared_ptr<Device> D; // Goes when the list is free again.
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  D.swap(attachment(A, Number));
}

} // namespace ompscan::rt
