#include "services/platform/tracing/call_times.h"

#include <algorithm>
#include <cstdint>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace academy {
namespace {

constexpr std::string_view kQueued = "queued";
constexpr std::string_view kDatabase = "database";
// More than there are services.
constexpr size_t kMaxUpstream = 8;

}  // namespace

constinit thread_local CallTimes* CallTimes::current_ = nullptr;

CallTimes::CallTimes(absl::Duration queued) : before_(current_) {
  // The clock may be set back.
  parts_.queued = std::max(queued, absl::ZeroDuration());
  current_ = this;
}

CallTimes::~CallTimes() { current_ = before_; }

void CallTimes::AddUpstream(const std::string& service, absl::Duration took) {
  auto known = std::find_if(parts_.upstream.begin(), parts_.upstream.end(),
                            [&](const auto& part) { return part.first == service; });
  if (known != parts_.upstream.end()) {
    known->second += took;
  } else {
    parts_.upstream.emplace_back(service, took);
  }
}

std::string FormatCallParts(const CallParts& parts) {
  std::string text = absl::StrCat("queued=", absl::ToInt64Microseconds(parts.queued),
                                  ";database=", absl::ToInt64Microseconds(parts.database));
  for (const auto& [service, took] : parts.upstream) {
    absl::StrAppend(&text, ";", service, "=", absl::ToInt64Microseconds(took));
  }
  return text;
}

CallParts ParseCallParts(std::string_view text) {
  CallParts parts;
  for (absl::string_view part : absl::StrSplit(absl::string_view(text.data(), text.size()), ';')) {
    std::pair<absl::string_view, absl::string_view> halves = absl::StrSplit(part, absl::MaxSplits('=', 1));
    int64_t micros = 0;
    if (!absl::SimpleAtoi(halves.second, &micros) || micros < 0) continue;
    std::string_view name(halves.first.data(), halves.first.size());
    if (name == kQueued) {
      parts.queued = absl::Microseconds(micros);
    } else if (name == kDatabase) {
      parts.database = absl::Microseconds(micros);
    } else if (!name.empty() && parts.upstream.size() < kMaxUpstream) {
      parts.upstream.emplace_back(name, absl::Microseconds(micros));
    }
  }
  return parts;
}

}  // namespace academy
