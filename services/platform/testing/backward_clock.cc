#include "services/platform/testing/backward_clock.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <ctime>

namespace academy {
namespace {

std::atomic<bool> backward = false;
std::atomic<time_t> seconds_back = 0;

}  // namespace

BackwardClock::BackwardClock() { backward = true; }

BackwardClock::~BackwardClock() {
  backward = false;
  seconds_back = 0;
}

}  // namespace academy

// Stands before the C library's.
extern "C" int clock_gettime(clockid_t id, timespec* time) noexcept {
  int failed = static_cast<int>(::syscall(SYS_clock_gettime, id, time));
  if (failed == 0 && id == CLOCK_REALTIME && academy::backward) time->tv_sec -= ++academy::seconds_back;
  return failed;
}
