#include "services/auth/passwords/passwords.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <thread>
#include <utility>

#include "absl/synchronization/notification.h"
#include "absl/time/time.h"
#include "services/auth/accounts/text.h"
#include "services/platform/crypto/random.h"

namespace academy::auth {
namespace {

// After waiting this long, background work takes its turn like a person's call, one at a time.
constexpr absl::Duration kPatience = absl::Seconds(1);

// Sign-ins that keep every core busy must leave room for calls that take a millisecond, so they get a third of an
// ordinary thread's share. Not less, or nobody could sign in next to a busy neighbour. Only the computing threads are
// lowered, not those that hold locks and transactions that others wait for.
constexpr int kNiceness = 5;

void LowerPriority() {
  // Affects only this thread on Linux; sign-ins also work without it.
  thread_local const int lowered = ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kNiceness);
  static_cast<void>(lowered);
}

}  // namespace

// Counts the computations and lets background work begin when it may.
class Passwords::Turn {
 public:
  Turn(const Passwords& passwords, Urgency urgency)
      : passwords_(passwords), background_(urgency == Urgency::kBackground) {
    const Passwords& all = passwords_;
    absl::MutexLock lock(&all.mutex_);
    if (!background_) {
      ++all.people_;
      return;
    }
    auto idle = [&all]()
                    ABSL_EXCLUSIVE_LOCKS_REQUIRED(all.mutex_) { return all.people_ + all.background_ < all.at_once_; };
    auto idle_or_alone = [&all]() ABSL_EXCLUSIVE_LOCKS_REQUIRED(all.mutex_) {
      return all.background_ == 0 || all.people_ + all.background_ < all.at_once_;
    };
    if (!all.done_.Await(all.mutex_, kPatience, idle)) {
      all.done_.Await(all.mutex_, absl::InfiniteDuration(), idle_or_alone);
    }
    ++all.background_;
  }
  ~Turn() {
    absl::MutexLock lock(&passwords_.mutex_);
    --(background_ ? passwords_.background_ : passwords_.people_);
    passwords_.done_.Changed();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  const Passwords& passwords_;
  const bool background_;
};

Passwords::Passwords(std::shared_ptr<const PasswordFunction> function, size_t at_once)
    : function_(std::move(function)),
      at_once_(at_once > 0 ? at_once : std::max(1U, std::thread::hardware_concurrency())),
      threads_(std::make_unique<Executor>(
          Executor::Options{.threads = at_once_, .queue = std::numeric_limits<size_t>::max()})) {
  nobody_ = Hash(NewToken());
}

void Passwords::Compute(Urgency urgency, const std::function<void()>& work) const {
  Turn turn(*this, urgency);
  absl::Notification done;
  bool accepted = threads_->TrySubmit([&] {
    LowerPriority();
    work();
    done.Notify();
  });
  // The queue is unbounded, and nobody calls an object being destroyed.
  if (!accepted) std::abort();
  done.WaitForNotification();
}

std::string Passwords::Hash(std::string_view password, Urgency urgency) const {
  std::string nfc = ToNfc(password);
  std::string encoded;
  Compute(urgency, [&] { encoded = function_->Hash(nfc); });
  return encoded;
}

bool Passwords::Verify(std::string_view encoded, std::string_view password, Urgency urgency) const {
  std::string nfc = ToNfc(password);
  bool right = false;
  // The response time must not reveal whether there is a password.
  Compute(urgency, [&] { right = function_->Verify(encoded.empty() ? nobody_ : std::string(encoded), nfc); });
  return right && !encoded.empty();
}

bool Passwords::VerifyNobody(std::string_view password) const {
  Verify(nobody_, password);
  return false;
}

bool Passwords::NeedsRehash(std::string_view encoded) const { return function_->NeedsRehash(std::string(encoded)); }

}  // namespace academy::auth
