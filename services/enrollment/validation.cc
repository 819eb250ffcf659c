#include "services/enrollment/validation.h"

#include <cmath>
#include <unordered_set>

#include "services/enrollment/converters.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxIds = 1000;
constexpr int kMaxIntervals = 1000;
// Seconds: longer than any video, and far below where milliseconds would overflow.
constexpr double kMaxVideoSeconds = 1e7;
constexpr double kToleranceSeconds = 1.0;

bool IsTime(double seconds) { return std::isfinite(seconds) && seconds >= 0 && seconds <= kMaxVideoSeconds; }

std::string Indexed(std::string_view field, int index) {
  return std::string(field) + "[" + std::to_string(index) + "]";
}

}  // namespace

absl::Status RequireId(std::string_view id, std::string_view field) {
  if (!id.empty()) return absl::OkStatus();
  return ValidationError({{std::string(field), "required", "Please give " + std::string(field)}});
}

absl::StatusOr<std::vector<std::string>> RequireIds(const google::protobuf::RepeatedPtrField<std::string>& ids,
                                                    std::string_view field) {
  if (ids.empty()) return ValidationError({{std::string(field), "required", "Please choose at least one"}});
  if (ids.size() > kMaxIds) {
    return ValidationError({{std::string(field), "too_many", "At most 1000 can be given at once"}});
  }
  std::vector<std::string> unique;
  std::unordered_set<std::string_view> seen;
  for (int i = 0; i < ids.size(); ++i) {
    if (ids[i].empty()) return ValidationError({{Indexed(field, i), "required", "An id must not be empty"}});
    if (seen.insert(ids[i]).second) unique.push_back(ids[i]);
  }
  return unique;
}

absl::Status ValidateReport(const v1::UpdateProgressRequest& request) {
  std::vector<FieldViolation> fields;
  if (!IsTime(request.position())) fields.push_back({"position", "out_of_range", "The position is not in the video"});
  if (request.watched_size() > kMaxIntervals) {
    fields.push_back({"watched", "too_many", "At most 1000 intervals can be given at once"});
    return ValidationError(std::move(fields));
  }
  for (int i = 0; i < request.watched_size(); ++i) {
    const v1::Interval& interval = request.watched(i);
    if (!IsTime(interval.from()) || !IsTime(interval.to()) || interval.from() > interval.to()) {
      fields.push_back({Indexed("watched", i), "out_of_range", "An interval runs from a second to a later one"});
    }
  }
  if (!fields.empty()) return ValidationError(std::move(fields));
  return absl::OkStatus();
}

absl::StatusOr<WatchReport> ReportWithin(const v1::UpdateProgressRequest& request, int64_t duration) {
  std::vector<FieldViolation> fields;
  double end = ToSeconds(duration) + kToleranceSeconds;
  if (request.position() > end) fields.push_back({"position", "out_of_range", "The position is not in the video"});
  WatchReport report{.position = ToMillis(request.position()), .watched = {}};
  for (int i = 0; i < request.watched_size(); ++i) {
    const v1::Interval& interval = request.watched(i);
    if (interval.to() > end) {
      fields.push_back({Indexed("watched", i), "out_of_range", "The interval is not in the video"});
    }
    report.watched.push_back({ToMillis(interval.from()), ToMillis(interval.to())});
  }
  if (!fields.empty()) return ValidationError(std::move(fields));
  return report;
}

}  // namespace academy::enrollment
