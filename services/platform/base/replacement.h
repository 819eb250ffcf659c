// Which of the academy's services are being replaced by those of another release at this moment. The supervisor says so
// in a file that every process of the data folder maps (tools/academy/roll.sh): a call that begins meanwhile waits for
// the new service instead of failing (services/platform/rpc/channel.h), and nobody has to be told first.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"

namespace academy {

class Replacement {
 public:
  // How long a call waits for a service that is away, beyond its own time. What is away for longer, because it migrates
  // a large database, fails the calls that came first.
  static constexpr absl::Duration kPatience = absl::Seconds(10);

  // The bytes of the file: kUnderWay or anything else, then for each of auth, catalog, enrollment and presence kAway or
  // anything else.
  static constexpr char kUnderWay = 'R';
  static constexpr char kAway = 'A';
  static constexpr size_t kBytes = 5;

  Replacement() = default;
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;

  // That of this process's academy. Never destroyed, because calls may end after main.
  static Replacement& OfAcademy();

  // Reads `file` from now on, which is made if it is missing. FAILED_PRECONDITION file_error.
  absl::Status Watch(const std::filesystem::path& file) ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether any service is or will soon be replaced. False before Watch.
  bool under_way() const { return Is(0, kUnderWay); }
  // The place of a service's byte; nullopt for others.
  static std::optional<size_t> PlaceOf(std::string_view service);
  // Whether the service of that place is away.
  bool away(size_t place) const { return Is(place, kAway); }

  // Calls `then` on another thread once the service of that place is back, or after kPatience.
  void AwaitReturn(size_t place, std::function<void()> then) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Waiting {
    size_t place;
    absl::Duration until;
    std::function<void()> then;
  };

  bool Is(size_t place, char wanted) const {
    const volatile char* state = state_.load(std::memory_order_relaxed);
    return state != nullptr && state[place] == wanted;
  }
  // Looks again and again, for as long as somebody waits.
  void Look() ABSL_LOCKS_EXCLUDED(mutex_);

  // Mapped for as long as the process lives.
  std::atomic<const volatile char*> state_ = nullptr;
  absl::Mutex mutex_;
  std::deque<Waiting> waiting_ ABSL_GUARDED_BY(mutex_);
  bool looking_ ABSL_GUARDED_BY(mutex_) = false;
};

}  // namespace academy
