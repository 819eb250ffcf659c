#include "services/platform/base/system_time.h"

#include <sys/timex.h>

#include <cstdlib>
#include <ctime>
#include <sstream>

namespace academy {
namespace {

int64_t ReadMillis(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return int64_t{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

// Setting the clock by hand clears this; a time server's program sets it.
bool KernelIsSynchronized() {
  timex state{};
  int result = ::adjtimex(&state);
  return result >= 0 && result != TIME_ERROR && (state.status & STA_UNSYNC) == 0;
}

std::string NoteOf(std::string_view boot, int64_t offset) { return std::string(boot) + " " + std::to_string(offset); }

}  // namespace

SystemTime& SystemTime::OfMachine() {
  static SystemTime& time = *new SystemTime({.of_day = [] { return ReadMillis(CLOCK_REALTIME); },
                                             .since_boot = [] { return ReadMillis(CLOCK_BOOTTIME); },
                                             .synchronized = KernelIsSynchronized});
  return time;
}

int64_t SystemTime::Now() {
  const int64_t of_day = source_.of_day();
  const int64_t since_boot = source_.since_boot();
  const int64_t known = offset_;
  const int64_t offset = of_day - since_boot;
  if (known != kUnknown && std::abs(offset - known) > absl::ToInt64Milliseconds(kMaxJump) && !source_.synchronized()) {
    return since_boot + known;
  }
  if (offset != known) offset_ = offset;
  if (keep_ && std::abs(offset - noted_) > absl::ToInt64Milliseconds(kNoted)) {
    // Of several threads one keeps it.
    if (std::abs(noted_.exchange(offset) - offset) > absl::ToInt64Milliseconds(kNoted)) keep_(NoteOf(boot_, offset));
  }
  return of_day;
}

absl::Duration SystemTime::Jump() {
  int64_t now = Now();
  absl::Duration ahead = absl::Milliseconds(source_.of_day() - now);
  return absl::AbsDuration(ahead) > kMaxJump ? ahead : absl::ZeroDuration();
}

std::string SystemTime::Note(std::string_view boot) {
  Now();
  return NoteOf(boot, offset_);
}

void SystemTime::Keep(std::string boot, std::function<void(const std::string& note)> keep) {
  boot_ = std::move(boot);
  noted_ = offset_.load();
  keep_ = std::move(keep);
}

bool SystemTime::Continue(const std::string& note, std::string_view boot) {
  std::istringstream words(note);
  std::string written_in;
  int64_t offset = 0;
  if (!(words >> written_in >> offset) || written_in != boot) return false;
  offset_ = offset;
  return true;
}

}  // namespace academy
