// A password function for tests that counts its calls and can be blocked, without the cost of Argon2id.
//
// Thread-safe.
#pragma once

#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/passwords/passwords.h"

namespace academy::auth {

class HeldPasswords final : public PasswordFunction {
 public:
  std::string Hash(const std::string& password) const override {
    Begin();
    return "plain:" + password;
  }
  bool Verify(const std::string& encoded, const std::string& password) const override {
    Begin();
    return encoded == "plain:" + password;
  }
  bool NeedsRehash(const std::string& encoded) const override { return false; }

  // Blocks calls until Release.
  void Hold() const {
    absl::MutexLock lock(&mutex_);
    held_ = true;
  }
  void Release() const {
    absl::MutexLock lock(&mutex_);
    held_ = false;
  }
  // Number of calls begun so far.
  int begun() const {
    absl::MutexLock lock(&mutex_);
    return begun_;
  }
  void AwaitBegun(int count) const {
    absl::MutexLock lock(&mutex_);
    auto enough = [this, count]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return begun_ >= count; };
    mutex_.Await(absl::Condition(&enough));
  }

 private:
  void Begin() const {
    absl::MutexLock lock(&mutex_);
    ++begun_;
    auto free = [this]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return !held_; };
    mutex_.Await(absl::Condition(&free));
  }

  mutable absl::Mutex mutex_;
  mutable bool held_ ABSL_GUARDED_BY(mutex_) = false;
  mutable int begun_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace academy::auth
