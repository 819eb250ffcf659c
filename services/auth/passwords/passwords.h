// Password hashing: Argon2id in its standard encoded form (RFC 9106), computed by libsodium.
//
// Thread-safe. Every call takes about 20 ms of a core and 19 MiB: run it on the hashing executor only. No more calls
// than cores compute at once, on threads of their own that give way to everything else; others wait their turn.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/background/executor.h"

namespace academy::auth {

struct PasswordCost {
  size_t memory_bytes = 19 * 1024 * 1024;
  unsigned passes = 2;
};

// The function itself. Implementations are thread-safe; passwords come in NFC.
class PasswordFunction {
 public:
  virtual ~PasswordFunction() = default;

  // Encoded with its parameters and a fresh salt.
  virtual std::string Hash(const std::string& password) const = 0;
  virtual bool Verify(const std::string& encoded, const std::string& password) const = 0;
  // Whether Hash would choose other parameters today.
  virtual bool NeedsRehash(const std::string& encoded) const = 0;
};

std::shared_ptr<const PasswordFunction> MakeArgon2id(PasswordCost cost);

// Who waits for a computation. Work in the background computes one at a time and lets people go first, but for once a
// second, so that it goes on while they keep coming.
enum class Urgency { kPerson, kBackground };

class Passwords {
 public:
  // `at_once`: computations at a time; 0 for as many as there are cores.
  explicit Passwords(PasswordCost cost = {}, size_t at_once = 0) : Passwords(MakeArgon2id(cost), at_once) {}
  // `function` in place of Argon2id.
  explicit Passwords(std::shared_ptr<const PasswordFunction> function, size_t at_once = 0);

  // `password` in NFC, so that it does not depend on the keyboard. Encoded with parameters and a fresh salt.
  std::string Hash(std::string_view password, Urgency urgency = Urgency::kPerson) const;
  // An account without a password has an empty `encoded`: always false, and takes as long.
  bool Verify(std::string_view encoded, std::string_view password, Urgency urgency = Urgency::kPerson) const;
  // Takes as long as Verify and is always false: for e-mails that nobody has.
  bool VerifyNobody(std::string_view password) const;
  // Whether `encoded` was made with another cost than today's.
  bool NeedsRehash(std::string_view encoded) const;

 private:
  class Turn;

  // Runs `work` on one of the threads, and waits for it.
  void Compute(Urgency urgency, const std::function<void()>& work) const;

  const std::shared_ptr<const PasswordFunction> function_;
  const size_t at_once_;
  // As many threads as may compute at once.
  const std::unique_ptr<Executor> threads_;
  std::string nobody_;
  mutable absl::Mutex mutex_;
  // People's calls that compute or wait for it, and whether one in the background does.
  mutable size_t people_ ABSL_GUARDED_BY(mutex_) = 0;
  mutable bool background_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace academy::auth
