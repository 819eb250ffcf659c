// A system clock that runs backwards, for tests of what must not depend on it.
//
// Thread-safe. One at a time.
#pragma once

namespace academy {

// While it exists, the time of day is a second earlier whenever the process asks for it.
class BackwardClock {
 public:
  BackwardClock();
  ~BackwardClock();
  BackwardClock(const BackwardClock&) = delete;
  BackwardClock& operator=(const BackwardClock&) = delete;
};

}  // namespace academy
