//===- Devices.cpp - The devices of the process ---------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/Devices.h"
#include "device/DeviceChoice.h"
#include "device/MappedCount.h"
#include "device/UnusedGpu.h"
#include "device/cuda/CudaBackend.h"
#include "device/native/NativeDevice.h"
#include "device/native/OpenMPRuntime.h"
#include "device/opencl/OpenCLBackend.h"
#include "ompscan/abi.h"
#include "support/Environment.h"
#include "support/Failure.h"
#include <algorithm>
#include <atomic>
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

/// The host, which needs no driver. Never destroyed: loops may run
/// while static objects are.
Device &host() {
  static Device &Host = *new Device(makeHostDevice());
  return Host;
}

/// Set by notePtx().
std::atomic<bool> HasPtx{false};

/// Made before a driver is used for the first time.
///
/// \throws Failure in a child of that process.
void requireOwnProcess() {
  static const ForkMark &Mark = *new ForkMark;
  if (!Mark.isChild())
    return;
  constexpr char Cause[] =
      "the parent process had used OpenCL or CUDA before the fork, and their "
      "drivers do not work in the child; a child that calls exec can use them";
  if (isAnythingPresent())
    throw Unrecoverable(std::string(Cause) +
                        " (and data that was mapped on a device is lost)");
  throw Failure(Cause);
}

/// The devices of one back end, which lives as long as they do.
struct BackendDevices {
  const std::unique_ptr<Backend> Of;
  std::vector<Device *> Devices;
  std::string Problem; ///< see Backend::devices()

  explicit BackendDevices(std::unique_ptr<Backend> Driver)
      : Of(std::move(Driver)) {
    if (Of)
      for (std::shared_ptr<BackendDevice> &D : Of->devices(Problem))
        Devices.push_back(new Device(std::move(D)));
  }
};

/// The devices of CUDA; none for programs without PTX that do not name it.
/// Never destroyed: a driver may be unloaded before static objects are, and
/// loops may run while they are destroyed.
const BackendDevices &cudaDevices() {
  static const BackendDevices &Found = *new BackendDevices(
      HasPtx || toLower(environment().Device) == "cuda" ? makeCudaBackend()
                                                        : nullptr);
  return Found;
}

/// The devices of OpenCL, never destroyed either.
const BackendDevices &openclDevices() {
  static const BackendDevices &Found = *new BackendDevices(makeOpenCLBackend());
  return Found;
}

/// The devices of the machine, see numberDevices().
struct Discovery {
  std::vector<Device *> All;     ///< also those without a number
  std::vector<Device *> Devices; ///< by their numbers
  std::vector<DeviceInfo> Infos; ///< of these
  std::vector<size_t> Named;     ///< namedDevices() of these
  std::string Problem;           ///< why there are no others than the host

  Discovery() {
    All = {&host()};
    // Of a GPU that both reach, the first one is the default.
    for (const BackendDevices *B : {&cudaDevices(), &openclDevices()}) {
      for (Device *D : B->Devices) {
        const auto Place = std::upper_bound(
            All.begin(), All.end(), D->info().Type,
            [](DeviceType T, const Device *A) { return T < A->info().Type; });
        All.insert(Place, D);
      }
      if (!B->Problem.empty())
        Problem += (Problem.empty() ? "" : "; ") + B->Problem;
    }
    std::vector<DeviceInfo> Known;
    std::vector<std::string> Addresses;
    for (const Device *D : All) {
      Known.push_back(D->info());
      Addresses.push_back(D->pciAddress());
    }
    std::vector<Device *> United;
    std::vector<DeviceInfo> UnitedInfos;
    for (size_t I : unitedDevices(Known, Addresses, environment())) {
      United.push_back(All[I]);
      UnitedInfos.push_back(std::move(Known[I]));
    }
    for (size_t I : numberDevices(UnitedInfos, environment())) {
      Devices.push_back(United[I]);
      Infos.push_back(UnitedInfos[I]);
    }
    Named = namedDevices(Infos, environment());
  }
};

/// Whether the system has a GPU that a driver may know. Loading the drivers
/// takes longer than most loops.
bool mayHaveGpu() {
#ifdef __linux__
  static const bool Has = [] {
    for (const char *Node :
         {"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg", "/dev/kfd", "/dev/dri",
          "/dev/mali0", "/dev/kgsl-3d0"})
      if (::access(Node, F_OK) == 0)
        return true;
    return false;
  }();
  return Has;
#else
  return true;
#endif
}

/// Whether \p Request asks for the host, as far as that is known without a
/// driver.
bool asksForHost(int64_t Request, const Environment &E) {
  if (!E.Device.empty())
    return toLower(E.Device) == "host";
  if (E.Policy == Offload::Disabled)
    return true;
  return !excludesHost(Request, E) && !mayHaveGpu() && !E.DefaultDevice &&
         (Request == OMPSCAN_DEVICE_DEFAULT || Request == OMPSCAN_DEVICE_CPU);
}

/// How much has been looked for.
enum class Discovered { None, Cuda, All };
std::atomic<Discovered> State{Discovered::None};

/// Never destroyed, as above.
const Discovery &discovery() {
  requireOwnProcess();
  static const Discovery &Found = *new Discovery;
  State = Discovered::All;
  return Found;
}

/// The device 0 of discovery(), if \p Request asks for it and it is one of
/// CUDA: OpenCL, whose loader and drivers take tens of milliseconds to load, is
/// not looked for. Null if that is not known.
Device *firstOfCuda(int64_t Request, const Environment &E) {
  const std::string Wanted = toLower(E.Device);
  if ((!Wanted.empty() && Wanted != "cuda" && Wanted != "gpu" &&
       Wanted != AllDevices) ||
      E.DefaultDevice.value_or(0) != 0 ||
      (Request != OMPSCAN_DEVICE_DEFAULT && Request != OMPSCAN_DEVICE_GPU &&
       Request != 0))
    return nullptr;
  requireOwnProcess();
  const std::vector<Device *> &Devices = cudaDevices().Devices;
  if (Devices.empty())
    return nullptr;
  Discovered Before = Discovered::None;
  State.compare_exchange_strong(Before, Discovered::Cuda);
  return Devices.front();
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
                  " is not an attached queue (ompscan_attach_queue), or no "
                  "longer");
  return A.Devices[static_cast<size_t>(Number - Own)];
}

/// \p D, which is never destroyed.
std::shared_ptr<Device> forEver(Device &D) {
  return {std::shared_ptr<void>(), &D};
}

std::atomic<uint64_t> OwnTurn{0}; ///< takeTurn()

/// noteDefaultDevice() has been called.
std::atomic<bool> HasDefaultDevice{false};

/// deviceFor() in the environment \p E.
std::shared_ptr<Device> deviceFor(int64_t Request, const Environment &E) {
  if (asksForHost(Request, E))
    return hostDevice();
  const uint64_t Turn = Request == OMPSCAN_DEVICE_DEFAULT ? OwnTurn.load() : 0;
  if (Device *const D = Turn ? nullptr : firstOfCuda(Request, E))
    return forEver(*D);
  const Discovery &Found = discovery();
  const auto Own = static_cast<int64_t>(Found.Devices.size());
  if (Request >= Own) {
    Attachments &A = attachments();
    std::lock_guard<std::mutex> Guard(A.Lock);
    if (Request - Own < static_cast<int64_t>(A.Devices.size()))
      return attachment(A, Request);
  }
  if (Own == 1) { // There is only the host.
    const std::string &Cause = whyNoGpu().empty() ? Found.Problem : whyNoGpu();
    if (excludesHost(Request, E))
      throw Failure("OMP_TARGET_OFFLOAD=MANDATORY requires a device other than "
                    "the host, and there is none" +
                    (Cause.empty() ? "" : " (" + Cause + ")") +
                    "; OMPSCAN_DEVICE=host names the host itself");
    if (!E.Device.empty() && Found.Named.empty() && !Cause.empty())
      throw NoSuchDevice("OMPSCAN_DEVICE=" + deviceText(E) +
                         " names no device of this machine: " + Cause);
  }
  size_t Chosen = chooseDevice(Found.Infos, Found.Named, Request, E);
  if (Turn)
    Chosen = deviceInTurn(Found.Infos, Found.Named, Chosen, Turn, E);
  return forEver(*Found.Devices[Chosen]);
}

} // namespace

void notePtx() noexcept { HasPtx = true; }

std::shared_ptr<Device> hostDevice() { return forEver(host()); }

const std::vector<Device *> &allDevices() { return discovery().Devices; }

std::vector<std::shared_ptr<Device>> dealtDevices() {
  const Environment &E = environment();
  if (!E.DealsOut)
    return {};
  std::vector<std::shared_ptr<Device>> All;
  const Discovery &Found = discovery();
  for (const size_t I : Found.Named)
    if (Found.Devices[I] != &host())
      All.push_back(forEver(*Found.Devices[I]));
  if (toLower(E.Device) == AllDevices)
    All.push_back(hostDevice());
  return All;
}

bool hasDrivenDevices() {
  requireOwnProcess();
  if (!cudaDevices().Devices.empty() || discovery().Devices.size() > 1)
    return true;
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return !A.Devices.empty();
}

std::string backendsOf(const Device &D) {
  std::string Names;
  for (const Device *Each : discovery().All)
    if (Each == &D ||
        (!D.pciAddress().empty() && Each->pciAddress() == D.pciAddress()))
      Names += (Names.empty() ? "" : ", ") + Each->info().backend();
  return Names;
}

const std::string &whyNoDriver() { return discovery().Problem; }

const std::string &whyNoGpu() {
  static const std::string &Reason = *new std::string([] {
    const std::vector<Device *> &All = discovery().All;
    return std::any_of(All.begin(), All.end(),
                       [](const Device *D) {
                         return D->info().Type == DeviceType::Gpu;
                       })
               ? ""
               : describeUnusedGpu(HasPtx);
  }());
  return Reason;
}

std::string whyNoGpu(const Device &D, int64_t Request) {
  const Environment &E = environment();
  return E.Device.empty() && D.info().Type != DeviceType::Gpu &&
                 (Request == OMPSCAN_DEVICE_DEFAULT ||
                  Request == OMPSCAN_DEVICE_GPU) &&
                 !asksForHost(Request, E)
             ? whyNoGpu()
             : "";
}

size_t countDevices() {
  const size_t Own = discovery().Devices.size();
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  // As in OpenMP, the host is no device that counts, and its number comes next.
  return A.Devices.empty() ? Own - 1 : Own + A.Devices.size();
}

std::shared_ptr<Device> deviceNumbered(int64_t Number) {
  const auto &Own = discovery().Devices;
  if (Number < 0)
    return nullptr;
  const auto Index = static_cast<uint64_t>(Number);
  if (Index < Own.size())
    return forEver(*Own[Index]);
  Attachments &A = attachments();
  std::lock_guard<std::mutex> Guard(A.Lock);
  return Index - Own.size() < A.Devices.size() ? A.Devices[Index - Own.size()]
                                               : nullptr;
}

void takeTurn(uint64_t Turn) noexcept { OwnTurn = Turn; }

int64_t countTargetDevices() {
  const Environment &E = environment();
  if (E.Policy == Offload::Disabled || asksForHost(OMPSCAN_DEVICE_DEFAULT, E))
    return 0;
  const Discovery &Found = discovery();
  const bool NamesHost =
      !Found.Named.empty() && Found.Devices[Found.Named.front()] == &host();
  return NamesHost ? 0 : static_cast<int64_t>(Found.Devices.size()) - 1;
}

void noteDefaultDevice() noexcept { HasDefaultDevice = true; }

std::shared_ptr<Device> deviceFor(int64_t Request) {
  if (Request == OMPSCAN_DEVICE_DEFAULT && HasDefaultDevice &&
      openMP().GetDefaultDevice) {
    Request = openMP().GetDefaultDevice();
    if (Request < 0) // omp_initial_device
      Request = countTargetDevices();
  }
  return deviceFor(Request, environment());
}

std::shared_ptr<Device> cudaDeviceOf(void *Address) {
  requireOwnProcess();
  notePtx(); // Whoever asks has memory that may be CUDA's.
  for (Device *D : cudaDevices().Devices)
    if (D->backend().ofAddress(Address, 1))
      return forEver(*D);
  return nullptr;
}

std::shared_ptr<Device>
firstDevice(const std::function<bool(Device &)> &Holds) {
  if (State != Discovered::All) {
    // Nothing is on any other device.
    Device *const Only =
        State == Discovered::Cuda ? cudaDevices().Devices.front() : nullptr;
    if (Only)
      requireOwnProcess();
    return Only && Holds(*Only) ? forEver(*Only) : nullptr;
  }
  const Discovery &Found = discovery();
  const auto Default =
      static_cast<uint64_t>(environment().DefaultDevice.value_or(0));
  const auto Fits = [&](Device *D) { return D != &host() && Holds(*D); };
  if (Default < Found.Devices.size() && Fits(Found.Devices[Default]))
    return forEver(*Found.Devices[Default]);
  for (Device *D : Found.Devices)
    if (Fits(D))
      return forEver(*D);
  Attachments &A = attachments();
  std::vector<std::shared_ptr<Device>> Attached;
  {
    std::lock_guard<std::mutex> Guard(A.Lock);
    Attached = A.Devices;
  }
  for (std::shared_ptr<Device> &D : Attached)
    if (D && Holds(*D))
      return std::move(D);
  return nullptr;
}

std::shared_ptr<Device> compilingDevice() {
  // OMP_TARGET_OFFLOAD places `target` constructs, which no program built from
  // a text is.
  Environment E = environment();
  E.Policy = Offload::Default;
  std::shared_ptr<Device> D = deviceFor(OMPSCAN_DEVICE_DEFAULT, E);
  if (D->compilesText())
    return D;
  for (Device *Other : discovery().All)
    if (Other->compilesText())
      return forEver(*Other);
  const std::string &Cause = discovery().Problem;
  throw Failure(
      "it needs a device with a compiler" +
      (Cause.empty() ? ", because there is no PTX of it" : ": " + Cause));
}

std::shared_ptr<Device> compilingTwin(const Device &D) {
  if (toLower(environment().Device) == "cuda")
    return nullptr;
  const std::vector<Device *> &All = discovery().All;
  if (D.pciAddress().empty() ||
      std::find(All.begin(), All.end(), &D) == All.end())
    return nullptr;
  for (Device *Other : All)
    if (Other->compilesText() && Other->pciAddress() == D.pciAddress())
      return forEver(*Other);
  return nullptr;
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
