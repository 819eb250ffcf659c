// The machine's time of day, unless it jumps.
//
// Between two readings the time of day and the time since the machine started must advance alike. When the first has
// jumped by more than kMaxJump, forward or back, the time before the jump is continued: a wrong clock must not end all
// sessions and empty the bin at once. The new time is taken once the kernel says that a time server agrees with it
// (adjtimex(2)), or when the academy is started again.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "absl/time/time.h"

namespace academy {

// Thread-safe.
class SystemTime {
 public:
  // A correction up to this is followed.
  static constexpr absl::Duration kMaxJump = absl::Minutes(2);
  static constexpr absl::Duration kNoted = absl::Seconds(5);

  // Where readings come from; tests replace them. The first two are milliseconds: since 1970 and since the start of the
  // machine, with its sleep. `synchronized` is asked only after a jump.
  struct Source {
    std::function<int64_t()> of_day;
    std::function<int64_t()> since_boot;
    std::function<bool()> synchronized;
  };

  explicit SystemTime(Source source) : source_(std::move(source)) {}

  // That of the machine; never destroyed.
  static SystemTime& OfMachine();

  // Milliseconds since 1970.
  int64_t Now();

  // How far the time of day is ahead of Now(); zero unless it has jumped.
  absl::Duration Jump();

  // What a later process needs to continue this time, as text. `boot` names the machine's start (boot_id).
  std::string Note(std::string_view boot);
  // From now on calls `keep` with the note whenever the time of day was corrected by more than kNoted since the last
  // note. To be called once, after Note or Continue and before other threads read the time.
  void Keep(std::string boot, std::function<void(const std::string& note)> keep);
  // Continues the time of an earlier process. Returns false, and does nothing, if the note is of another boot or none.
  bool Continue(const std::string& note, std::string_view boot);

 private:
  static constexpr int64_t kUnknown = std::numeric_limits<int64_t>::min();

  const Source source_;
  std::atomic<int64_t> offset_ = kUnknown;
  std::string boot_;
  std::function<void(const std::string& note)> keep_;
  // The offset of the last note.
  std::atomic<int64_t> noted_ = kUnknown;
};

}  // namespace academy
