//===- CudaQueue.cpp - Memory and streams of CUDA -------------------------===//
//
// Part of the OmpScan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "device/cuda/CudaQueue.h"
#include "device/cuda/CudaProgram.h"
#include <atomic>
#include <cstring>
#include <limits>
#include <string>

namespace ompscan::rt {

namespace {

/// An event of the driver; destroyed in the destructor.
class DriverEvent {
public:
  /// \throws DeviceError
  DriverEvent(cuda::Context Context, bool TakesTime) : Context(Context) {
    OMPSCAN_CUDA(cuEventCreate, &Handle,
                 TakesTime ? 0 : cuda::EventWithoutTimes);
  }
  ~DriverEvent() {
    try {
      const cuda::ContextUse Use(Context);
      cuda::driver().cuEventDestroy_v2(Handle);
    } catch (const DeviceError &) {
      // It went with its context.
    }
  }
  DriverEvent(const DriverEvent &) = delete;

  cuda::Context Context;
  cuda::Event Handle = nullptr;
};

} // namespace

struct CudaQueue::Origin {
  explicit Origin(cuda::Context Context) : Event(Context, /*TakesTime=*/true) {}

  DriverEvent Event;
  uint64_t Time = 0; ///< of the host, in nanoseconds
};

namespace {

/// The object behind an Event of the seam.
struct SeamEvent {
  std::atomic<uint32_t> References{1};
  DriverEvent End;
  // Only with times:
  std::shared_ptr<const DriverEvent> Begin;
  std::shared_ptr<const DriverEvent> Origin; ///< of all times of the queue
  uint64_t OriginTime = 0;                   ///< of the host
  uint64_t Queued = 0;                       ///< the same clock

  SeamEvent(cuda::Context Context, bool TakesTimes)
      : End(Context, TakesTimes) {}
};

class CudaEvents final : public EventOperations {
public:
  void retain(void *Event) const override { ++object(Event).References; }
  void release(void *Event) const noexcept override {
    if (--object(Event).References == 0)
      delete &object(Event);
  }
  void wait(void *Event) const override {
    const DriverEvent &E = object(Event).End;
    const cuda::ContextUse Use(E.Context);
    OMPSCAN_CUDA(cuEventSynchronize, E.Handle);
  }
  bool hasEnded(void *Event) const override {
    return query(Event) != cuda::NotReady;
  }
  std::string failure(void *Event) const override {
    const cuda::Result Code = query(Event);
    return Code == cuda::Success || Code == cuda::NotReady
               ? std::string()
               : cuda::errorName(Code);
  }
  EventTimes times(void *Event) const override {
    const SeamEvent &E = object(Event);
    const cuda::ContextUse Use(E.End.Context);
    const auto Since = [&](const DriverEvent &Moment) {
      float Milliseconds = 0;
      OMPSCAN_CUDA(cuEventElapsedTime, &Milliseconds, E.Origin->Handle,
                   Moment.Handle);
      return static_cast<uint64_t>(double(Milliseconds) * 1e6);
    };
    return {E.Queued - E.OriginTime, Since(*E.Begin), Since(E.End)};
  }

private:
  static SeamEvent &object(void *Event) {
    return *static_cast<SeamEvent *>(Event);
  }
  static cuda::Result query(void *Event) {
    const DriverEvent &E = object(Event).End;
    const cuda::ContextUse Use(E.Context);
    return cuda::driver().cuEventQuery(E.Handle);
  }
};

constexpr CudaEvents CudaEventOperations;

} // namespace

/// A command of a queue while it is enqueued. Its event is made before, so that
/// nothing but recording it can fail after the command.
class CudaQueue::Command {
public:
  Command(CudaQueue &Q, Event *E) : Use(Q.Context), Q(Q), To(E) {
    Q.submitBatch();
    if (!E)
      return;
    Object = new SeamEvent(Q.Context, Q.Begin != nullptr);
    Made = Event(CudaEventOperations, Object);
    if (!Q.Begin)
      return;
    auto Begin = std::make_shared<DriverEvent>(Q.Context, /*TakesTime=*/true);
    OMPSCAN_CUDA(cuEventRecord, Begin->Handle, Q.Handle);
    Object->Begin = std::move(Begin);
    Object->Origin = {Q.Begin, &Q.Begin->Event};
    Object->OriginTime = Q.Begin->Time;
    Object->Queued = hostTime();
  }
  /// The command is in the queue.
  void end(Blocking Waits = Blocking::No) {
    if (To) {
      OMPSCAN_CUDA(cuEventRecord, Object->End.Handle, Q.Handle);
      *To = std::move(Made);
    }
    if (Waits == Blocking::Yes)
      OMPSCAN_CUDA(cuStreamSynchronize, Q.Handle);
  }

private:
  const cuda::ContextUse Use;
  const CudaQueue &Q;
  Event *const To;
  SeamEvent *Object = nullptr;
  Event Made;
};

CudaMemory::CudaMemory(cuda::Context Context, uint64_t Size)
    : MemoryObject(Size), Context(Context) {
  const cuda::ContextUse Use(Context);
  OMPSCAN_CUDA(cuMemAlloc_v2, &Begin, Size);
}

CudaMemory::~CudaMemory() {
  if (!Context)
    return;
  try {
    const cuda::ContextUse Use(Context);
    cuda::driver().cuMemFree_v2(Begin);
  } catch (const DeviceError &) {
    // It went with its context.
  }
}

std::pair<const void *, uint64_t> CudaMemory::allocation() const {
  const cuda::Address First = Whole ? Whole->Begin : Begin;
  return {reinterpret_cast<const void *>(uintptr_t(First)), Begin - First};
}

std::shared_ptr<MemoryObject> CudaMemory::part(uint64_t Offset,
                                               uint64_t Size) const {
  // Kernels load vectors of 16 bytes from the begin on.
  if ((Begin + Offset) % 16 != 0)
    return nullptr;
  // A part holds on to the allocation, and not to other parts.
  return std::make_shared<CudaMemory>(
      Whole ? Whole : shared_from_this(),
      Offset + (Whole ? Begin - Whole->Begin : 0), Size);
}

CudaQueue::CudaQueue(cuda::Context Context, bool TakesTimes, uint64_t MaxPitch)
    : Context(Context), MaxPitch(MaxPitch) {
  const cuda::ContextUse Use(Context);
  OMPSCAN_CUDA(cuStreamCreate, &Handle, cuda::StreamNonBlocking);
  if (!TakesTimes)
    return;
  try {
    beginTimes();
  } catch (...) {
    cuda::driver().cuStreamDestroy_v2(Handle);
    throw;
  }
}

CudaQueue::CudaQueue(cuda::Context Context, cuda::Stream Own, bool TakesTimes,
                     uint64_t MaxPitch)
    : Context(Context), MaxPitch(MaxPitch), Handle(Own), IsOwned(false) {
  const cuda::ContextUse Use(Context);
  if (TakesTimes)
    beginTimes();
}

void CudaQueue::beginTimes() {
  auto New = std::make_shared<Origin>(Context);
  OMPSCAN_CUDA(cuEventRecord, New->Event.Handle, Handle);
  OMPSCAN_CUDA(cuStreamSynchronize, Handle);
  New->Time = hostTime();
  Begin = std::move(New);
}

CudaQueue::~CudaQueue() {
  if (!IsOwned)
    return;
  try {
    const cuda::ContextUse Use(Context);
    cuda::driver().cuStreamDestroy_v2(Handle);
  } catch (const DeviceError &) {
    // It went with its context.
  }
}

void CudaQueue::write(const Memory &To, uint64_t Offset, uint64_t Size,
                      const void *From, Blocking Waits, Event *E) {
  Command C(*this, E);
  OMPSCAN_CUDA(cuMemcpyHtoDAsync_v2, CudaMemory::at(To, Offset), From, Size,
               Handle);
  C.end(Waits);
}

void CudaQueue::read(const Memory &From, uint64_t Offset, uint64_t Size,
                     void *To, Blocking Waits, Event *E) {
  Command C(*this, E);
  OMPSCAN_CUDA(cuMemcpyDtoHAsync_v2, To, CudaMemory::at(From, Offset), Size,
               Handle);
  C.end(Waits);
}

void CudaQueue::copy(const Memory &From, uint64_t FromOffset, const Memory &To,
                     uint64_t ToOffset, uint64_t Size, Event *E) {
  Command C(*this, E);
  OMPSCAN_CUDA(cuMemcpyDtoDAsync_v2, CudaMemory::at(To, ToOffset),
               CudaMemory::at(From, FromOffset), Size, Handle);
  C.end();
}

/// Copies \p P as rows. Returns false if they cannot be.
bool CudaQueue::copyRows(cuda::Copy2D &Rows, const StridedBlocks &P) {
  if (P.Stride < P.Size || P.Stride > MaxPitch)
    return false;
  Rows.FromPitch = Rows.ToPitch = P.Stride;
  Rows.Width = P.Size;
  Rows.Height = P.Count;
  OMPSCAN_CUDA(cuMemcpy2DAsync_v2, &Rows, Handle);
  return true;
}

void CudaQueue::writeStrided(const Memory &To, uint64_t Offset,
                             const StridedBlocks &P, const void *From,
                             Event *E) {
  Command C(*this, E);
  cuda::Copy2D Rows;
  Rows.FromType = cuda::HostMemory;
  Rows.FromHost = From;
  Rows.ToDevice = CudaMemory::at(To, Offset);
  if (!copyRows(Rows, P))
    for (uint64_t I = 0; I != P.Count; ++I)
      OMPSCAN_CUDA(cuMemcpyHtoDAsync_v2,
                   CudaMemory::at(To, Offset + I * P.Stride),
                   static_cast<const unsigned char *>(From) + I * P.Stride,
                   P.Size, Handle);
  C.end();
}

void CudaQueue::copyStrided(const Memory &From, uint64_t FromOffset,
                            const Memory &To, uint64_t ToOffset,
                            const StridedBlocks &P, Event *E) {
  Command C(*this, E);
  cuda::Copy2D Rows;
  Rows.FromDevice = CudaMemory::at(From, FromOffset);
  Rows.ToDevice = CudaMemory::at(To, ToOffset);
  if (!copyRows(Rows, P))
    for (uint64_t I = 0; I != P.Count; ++I)
      OMPSCAN_CUDA(
          cuMemcpyDtoDAsync_v2, CudaMemory::at(To, ToOffset + I * P.Stride),
          CudaMemory::at(From, FromOffset + I * P.Stride), P.Size, Handle);
  C.end();
}

void CudaQueue::fill(const Memory &To, uint64_t Offset, uint64_t Size,
                     const void *Pattern, uint64_t PatternSize) {
  const cuda::ContextUse Use(Context);
  submitBatch();
  const cuda::Address At = CudaMemory::at(To, Offset);
  uint64_t Value = 0;
  std::memcpy(&Value, Pattern, PatternSize);
  const auto Low = static_cast<uint32_t>(Value);
  const auto High = static_cast<uint32_t>(Value >> 32);
  switch (PatternSize) {
  case 1:
    OMPSCAN_CUDA(cuMemsetD8Async, At, static_cast<unsigned char>(Low), Size,
                 Handle);
    return;
  case 2:
    OMPSCAN_CUDA(cuMemsetD16Async, At, static_cast<unsigned short>(Low),
                 Size / 2, Handle);
    return;
  case 8:
    if (Low != High) {
      // Two columns of words.
      for (const auto &[Begin, Word] : {std::pair(At, Low), {At + 4, High}})
        OMPSCAN_CUDA(cuMemsetD2D32Async, Begin, /*Pitch=*/8, Word, /*Width=*/1,
                     Size / 8, Handle);
      return;
    }
    [[fallthrough]];
  default:
    OMPSCAN_CUDA(cuMemsetD32Async, At, Low, Size / 4, Handle);
  }
}

void CudaQueue::run(Kernel &K, uint64_t Items, uint32_t Group, Event *E) {
  auto &Of = static_cast<CudaKernel &>(K);
  // Kernels are compiled for the size of their groups.
  const auto Size = static_cast<uint32_t>(Group ? Group : Of.maxGroup());
  const uint64_t Groups = Items / Size;
  if (Groups == 0 || Groups > std::numeric_limits<int32_t>::max())
    throw DeviceError(DeviceError::Kind::Other, [&] {
      return "too many iterations for the device: " + std::to_string(Groups) +
             " groups";
    });
  if (!E) {
    const std::lock_guard<std::mutex> Guard(Lock);
    Batch.add(Of, static_cast<uint32_t>(Groups), Size);
    return;
  }
  Command C(*this, E);
  const cuda::KernelNode Node = {Of.Handle,
                                 {static_cast<uint32_t>(Groups), 1, 1},
                                 {Size, 1, 1},
                                 /*SharedMemory=*/0,
                                 Of.arguments(),
                                 nullptr};
  launchKernel(Node, Of.IsDependent, Handle);
  C.end();
}

Event CudaQueue::mark() {
  Event Mark;
  Command(*this, &Mark).end();
  return Mark;
}

void CudaQueue::waitFor(const std::vector<Event> &Events) {
  const cuda::ContextUse Use(Context);
  submitBatch();
  for (const Event &E : Events)
    OMPSCAN_CUDA(cuStreamWaitEvent, Handle,
                 static_cast<const SeamEvent *>(E.object())->End.Handle,
                 /*Flags=*/0);
}

void CudaQueue::submit() {
  const cuda::ContextUse Use(Context);
  submitBatch();
}

/// Launches the kernels that wait. The context is current.
void CudaQueue::submitBatch() {
  const std::lock_guard<std::mutex> Guard(Lock);
  Batch.submit(Handle);
}

void CudaQueue::finish() {
  const cuda::ContextUse Use(Context);
  submitBatch();
  OMPSCAN_CUDA(cuStreamSynchronize, Handle);
}

} // namespace ompscan::rt
