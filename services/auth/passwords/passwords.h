// Password hashing: Argon2id (see argon2/argon2id.h), or another function.
//
// Thread-safe. Every call takes 5 to 20 ms of a core, by its age, and 19 MiB; run it only on the hashing executor. At
// most as many calls as there are cores compute at once, on low-priority threads of this class; the others wait.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/passwords/argon2/argon2id.h"
#include "services/auth/passwords/password_function.h"
#include "services/platform/background/executor.h"
#include "services/platform/base/timed_wait.h"

namespace academy::auth {

// Who waits for a computation. Background work computes on the cores that people leave idle. When they leave none for a
// second, it takes one turn, so that it still progresses under constant load.
enum class Urgency { kPerson, kBackground };

class Passwords {
 public:
  // `at_once` is the number of concurrent computations; 0 for one per core.
  explicit Passwords(PasswordCost cost = {}, size_t at_once = 0) : Passwords(MakeArgon2id(cost), at_once) {}
  // Uses `function` instead of Argon2id.
  explicit Passwords(std::shared_ptr<const PasswordFunction> function, size_t at_once = 0);

  // Normalizes `password` to NFC, so that the result does not depend on the keyboard. Returns the hash, encoded with
  // its parameters and a fresh salt.
  std::string Hash(std::string_view password, Urgency urgency = Urgency::kPerson) const;
  // An empty `encoded` means an account without a password: returns false after the same time.
  bool Verify(std::string_view encoded, std::string_view password, Urgency urgency = Urgency::kPerson) const;
  // The number of concurrent computations: more callers than that only wait.
  size_t at_once() const { return at_once_; }
  // Takes as long as Verify and returns false; for e-mails without an account.
  bool VerifyNobody(std::string_view password) const;
  // Whether `encoded` was made with other parameters than the current ones.
  bool NeedsRehash(std::string_view encoded) const;

 private:
  class Turn;

  // Runs `work` on one of the threads and waits for it.
  void Compute(Urgency urgency, const std::function<void()>& work) const;

  const std::shared_ptr<const PasswordFunction> function_;
  const size_t at_once_;
  // `at_once_` threads.
  const std::unique_ptr<Executor> threads_;
  std::string nobody_;
  mutable absl::Mutex mutex_;
  mutable TimedWait done_;
  // Number of people's calls that compute or wait, and of background calls that compute.
  mutable size_t people_ ABSL_GUARDED_BY(mutex_) = 0;
  mutable size_t background_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::auth
