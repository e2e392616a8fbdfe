//===- Devices.cpp - The devices of the process ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Devices.h"
#include "device/ProcessEnd.h"
#include "support/Failure.h"
#include <algorithm>
#include <cstdio>
#include <mutex>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace ompscan::rt {

namespace {

/// "OpenCL 1.2 ..." -> 102
int versionOf(const cl::Device &D) {
  int Major = 0, Minor = 0;
  const std::string Text = D.getInfo<CL_DEVICE_VERSION>();
  return std::sscanf(Text.c_str(), "OpenCL %d.%d", &Major, &Minor) == 2
             ? 100 * Major + Minor
             : 0;
}

/// Why loops cannot run on \p D; empty if they can.
std::string whyUnusable(const cl::Device &D) {
  const std::string Name = D.getInfo<CL_DEVICE_NAME>();
  if (!D.getInfo<CL_DEVICE_AVAILABLE>() ||
      !D.getInfo<CL_DEVICE_COMPILER_AVAILABLE>())
    return Name + " is not available, or its driver has no compiler";
  if (versionOf(D) < 102)
    return Name + " has no OpenCL 1.2 but " + D.getInfo<CL_DEVICE_VERSION>();
  return "";
}

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

struct Discovery {
  std::vector<std::unique_ptr<Device>> Devices;
  std::vector<DeviceInfo> Infos; ///< of the devices
  std::string Problem;           ///< why there is no device
  const ForkMark Mark;

  Discovery() {
    std::vector<cl::Platform> Platforms;
    try {
      cl::Platform::get(&Platforms);
    } catch (const cl::Error &E) {
      // The loader's way to say that there is none.
      if (E.err() != CL_PLATFORM_NOT_FOUND_KHR && E.err() != CL_INVALID_VALUE)
        Problem = describe(E);
    }
    if (Platforms.empty()) {
      Problem = "no OpenCL platform found (is an OpenCL driver installed? see "
                "clinfo)" +
                (Problem.empty() ? "" : ": " + Problem);
      return;
    }
    for (const cl::Platform &P : Platforms)
      addDevicesOf(P);
    for (const auto &D : Devices)
      Infos.push_back(D->info());
    waitForUsersAtExit();
    if (Devices.empty())
      Problem =
          "no usable OpenCL device found" +
          (Problem.empty() ? std::string(" (see clinfo)") : ": " + Problem);
  }

private:
  void add(std::unique_ptr<Device> D) {
    const auto Place = std::upper_bound(
        Devices.begin(), Devices.end(), D, [](const auto &A, const auto &B) {
          return rank(A->info().Type) < rank(B->info().Type);
        });
    Devices.insert(Place, std::move(D));
  }

  /// A broken platform or device must not hide the others.
  void addDevicesOf(const cl::Platform &P) {
    std::vector<cl::Device> Handles;
    try {
      P.getDevices(CL_DEVICE_TYPE_ALL, &Handles);
    } catch (const cl::Error &E) {
      Problem = describe(E);
    }
    for (const cl::Device &D : Handles)
      try {
        if (std::string Reason = whyUnusable(D); !Reason.empty())
          Problem = std::move(Reason);
        else
          add(std::make_unique<Device>(D));
      } catch (const cl::Error &E) {
        Problem = describe(E);
      }
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

/// Queues of the program, as devices. Their numbers come after those of the
/// machine's devices, and are not used again.
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

int64_t attachQueue(const cl::Context &Context, const cl::CommandQueue &Queue) {
  if (Queue.getInfo<CL_QUEUE_CONTEXT>()() != Context())
    throw Failure("the queue belongs to another context");
  if (Queue.getInfo<CL_QUEUE_PROPERTIES>() &
      CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
    throw Failure("the queue runs commands out of order; make one that does "
                  "not");
  const cl::Device Handle = Queue.getInfo<CL_QUEUE_DEVICE>();
  if (const std::string Problem = whyUnusable(Handle); !Problem.empty())
    throw Failure(Problem);
  auto D = std::make_shared<Device>(Handle, Context, Queue);
  const size_t Own = discovery().Devices.size();
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  A.Devices.push_back(std::move(D));
  return static_cast<int64_t>(Own + A.Devices.size() - 1);
}

void detachQueue(int64_t Number) {
  std::shared_ptr<Device> D; // Goes when the list is free again.
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  D.swap(attachment(A, Number));
}

} // namespace ompscan::rt
