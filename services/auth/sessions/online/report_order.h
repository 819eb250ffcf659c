// Which report of presence is the newest: a report that was under way for long must not replace a later one, whichever
// auth it reaches.
//
// Reports of one process are numbered. A process is known by a random name; once another one has reported, what the
// former still sends is refused.
//
// Pure; not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace academy::auth {

struct ReportOrder {
  // The process that reported last, and the number of its last report.
  std::string process;
  int64_t number = 0;
  // The last eight processes before it, newest first, each followed by a blank.
  std::string former;

  // Takes the report, unless a later one was taken.
  bool Take(std::string_view from, int64_t its_number);

  friend bool operator==(const ReportOrder&, const ReportOrder&) = default;
};

}  // namespace academy::auth
