// Tells ThreadSanitizer what Debian's uninstrumented Abseil synchronizes: without it every absl::Mutex is invisible and
// all that it guards is reported. Linked into --config=tsan builds only (bazel/cc.bzl); these definitions do the
// annotation and call the library's own.
#include <sanitizer/tsan_interface.h>

#include "absl/synchronization/mutex.h"
#include "absl/synchronization/notification.h"
#include "bazel/tsan/library.h"

extern "C" void AnnotateIgnoreReadsBegin(const char* file, int line);
extern "C" void AnnotateIgnoreReadsEnd(const char* file, int line);

namespace {

// The library evaluates other threads' conditions inside its own calls, under the lock that it has not yet passed on.
// Their reads happen where no annotation can order them, so they do not count.
class IgnoreConditionReads {
 public:
  IgnoreConditionReads() { AnnotateIgnoreReadsBegin(__FILE__, __LINE__); }
  ~IgnoreConditionReads() { AnnotateIgnoreReadsEnd(__FILE__, __LINE__); }
};

void Acquire(const void* address) { __tsan_acquire(const_cast<void*>(address)); }
void Release(const void* address) { __tsan_release(const_cast<void*>(address)); }

}  // namespace

namespace absl {
ABSL_NAMESPACE_BEGIN

void Mutex::Lock() {
  LIBRARY(void(Mutex*), "_ZN4absl7debian35Mutex4LockEv");
  IgnoreConditionReads ignore;
  library(this);
  Acquire(this);
}

bool Mutex::TryLock() {
  LIBRARY(bool(Mutex*), "_ZN4absl7debian35Mutex7TryLockEv");
  IgnoreConditionReads ignore;
  bool locked = library(this);
  if (locked) Acquire(this);
  return locked;
}

void Mutex::Unlock() {
  LIBRARY(void(Mutex*), "_ZN4absl7debian35Mutex6UnlockEv");
  Release(this);
  IgnoreConditionReads ignore;
  library(this);
}

void Mutex::ReaderLock() {
  LIBRARY(void(Mutex*), "_ZN4absl7debian35Mutex10ReaderLockEv");
  IgnoreConditionReads ignore;
  library(this);
  Acquire(this);
}

void Mutex::ReaderUnlock() {
  LIBRARY(void(Mutex*), "_ZN4absl7debian35Mutex12ReaderUnlockEv");
  Release(this);
  IgnoreConditionReads ignore;
  library(this);
}

void Mutex::LockWhen(const Condition& condition) {
  LIBRARY(void(Mutex*, const Condition&), "_ZN4absl7debian35Mutex8LockWhenERKNS0_9ConditionE");
  // Another thread may evaluate the condition, which lies on this thread's stack.
  Release(this);
  IgnoreConditionReads ignore;
  library(this, condition);
  Acquire(this);
}

void Mutex::Await(const Condition& condition) {
  LIBRARY(void(Mutex*, const Condition&), "_ZN4absl7debian35Mutex5AwaitERKNS0_9ConditionE");
  Release(this);
  IgnoreConditionReads ignore;
  library(this, condition);
  Acquire(this);
}

bool Mutex::AwaitWithTimeout(const Condition& condition, Duration timeout) {
  LIBRARY(bool(Mutex*, const Condition&, Duration),
          "_ZN4absl7debian35Mutex16AwaitWithTimeoutERKNS0_9ConditionENS0_8DurationE");
  Release(this);
  IgnoreConditionReads ignore;
  bool met = library(this, condition, timeout);
  Acquire(this);
  return met;
}

bool Mutex::AwaitWithDeadline(const Condition& condition, Time deadline) {
  LIBRARY(bool(Mutex*, const Condition&, Time),
          "_ZN4absl7debian35Mutex17AwaitWithDeadlineERKNS0_9ConditionENS0_4TimeE");
  Release(this);
  IgnoreConditionReads ignore;
  bool met = library(this, condition, deadline);
  Acquire(this);
  return met;
}

void CondVar::Wait(Mutex* mutex) {
  LIBRARY(void(CondVar*, Mutex*), "_ZN4absl7debian37CondVar4WaitEPNS0_5MutexE");
  Release(mutex);
  IgnoreConditionReads ignore;
  library(this, mutex);
  Acquire(mutex);
}

bool CondVar::WaitWithTimeout(Mutex* mutex, Duration timeout) {
  LIBRARY(bool(CondVar*, Mutex*, Duration), "_ZN4absl7debian37CondVar15WaitWithTimeoutEPNS0_5MutexENS0_8DurationE");
  Release(mutex);
  IgnoreConditionReads ignore;
  bool expired = library(this, mutex, timeout);
  Acquire(mutex);
  return expired;
}

void Notification::Notify() {
  LIBRARY(void(Notification*), "_ZN4absl7debian312Notification6NotifyEv");
  Release(this);
  IgnoreConditionReads ignore;
  library(this);
}

void Notification::WaitForNotification() const {
  LIBRARY(void(const Notification*), "_ZNK4absl7debian312Notification19WaitForNotificationEv");
  IgnoreConditionReads ignore;
  library(this);
  Acquire(this);
}

bool Notification::WaitForNotificationWithTimeout(Duration timeout) const {
  LIBRARY(bool(const Notification*, Duration),
          "_ZNK4absl7debian312Notification30WaitForNotificationWithTimeoutENS0_8DurationE");
  IgnoreConditionReads ignore;
  bool notified = library(this, timeout);
  if (notified) Acquire(this);
  return notified;
}

ABSL_NAMESPACE_END
}  // namespace absl
