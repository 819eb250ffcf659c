// Where the time of the call that a thread works for goes.
//
// A CallTimes belongs to the thread that made it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/time/time.h"

namespace academy {

// Parts of a call's time in a service. They may overlap where a transaction lasts while another service is called.
struct CallParts {
  // Until a thread worked for it.
  absl::Duration queued;
  // In transactions, with their wait for a connection and for the commit.
  absl::Duration database;
  // In calls to other services, by their names.
  std::vector<std::pair<std::string, absl::Duration>> upstream;
};

// As whoever called is told, in whole microseconds: `queued=120;database=90000;auth=5000`.
std::string FormatCallParts(const CallParts& parts);
// What of it can be read.
CallParts ParseCallParts(std::string_view text);

// A call that took at least so long is worth a note of where its time went; others cost nothing.
inline constexpr absl::Duration kLongCall = absl::Milliseconds(10);

// While it exists, its thread works for a call.
class CallTimes {
 public:
  explicit CallTimes(absl::Duration queued);
  ~CallTimes();
  CallTimes(const CallTimes&) = delete;
  CallTimes& operator=(const CallTimes&) = delete;

  // The calling thread's, or null.
  static CallTimes* Current() { return current_; }

  void AddDatabase(absl::Duration took) { parts_.database += took; }
  void AddUpstream(const std::string& service, absl::Duration took);
  const CallParts& parts() const { return parts_; }

 private:
  static constinit thread_local CallTimes* current_;

  CallTimes* const before_;
  CallParts parts_;
};

}  // namespace academy
