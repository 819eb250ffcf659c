#include "services/enrollment/assignments/bulk/extension_plan.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "services/enrollment/access/dates.h"
#include "services/enrollment/assignments/lists/paging.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kMaxDays = 3650;

// Returns the assignment's new expiry, which equals the current one if nothing changes.
absl::StatusOr<UnixMillis> ExpiryAfter(const AssignmentRecord& assignment, const Extension& extension,
                                       const absl::TimeZone& zone) {
  UnixMillis present = assignment.window.expiry;
  if (!extension.expiry.has_value()) return AddDays(present, extension.days, zone);
  if (*extension.expiry < present && !extension.shorten) return present;
  // A window never ends before it starts.
  return std::max(*extension.expiry, assignment.window.start);
}

bool IsSooner(const ExpiryChange& a, const ExpiryChange& b) {
  return std::pair(a.from.expiry, std::string_view(a.id)) < std::pair(b.from.expiry, std::string_view(b.id));
}

}  // namespace

absl::StatusOr<Extension> ReadExtension(const v1::ExtendCourseRequest& request, const absl::TimeZone& zone) {
  Extension extension{.days = request.days(), .shorten = request.shorten()};
  std::vector<FieldViolation> refused;
  if (request.has_days() == !request.expiry_date().empty()) {
    refused.push_back({"expiryDate", "required", "Please give either a date or a number of days"});
  } else if (request.has_days() && (request.days() < 1 || request.days() > kMaxDays)) {
    refused.push_back({"days", "out_of_range", "The days are 1 to 3650"});
  } else if (!request.has_days()) {
    absl::StatusOr<UnixMillis> expiry = ParseExpiry(request.expiry_date(), zone);
    if (expiry.ok()) extension.expiry = *expiry;
    if (!expiry.ok()) refused.push_back({"expiryDate", "invalid_date", "Please give a date such as 2026-12-31"});
  }
  if (!request.state().empty()) {
    extension.state = ReadState(request.state());
    if (!extension.state.has_value()) refused.push_back({"state", "unknown", "The state is not known"});
  }
  if (!refused.empty()) return ValidationError(std::move(refused));
  if (!request.learner_ids().empty()) {
    ASSIGN_OR_RETURN(extension.learner_ids, RequireIds(request.learner_ids(), "userIds"));
  }
  return extension;
}

absl::StatusOr<ExtensionPlan> PlanExtension(const std::vector<AssignmentRecord>& assignments,
                                            const Extension& extension, UnixMillis now, const absl::TimeZone& zone) {
  std::unordered_set<std::string_view> chosen(extension.learner_ids.begin(), extension.learner_ids.end());
  ExtensionPlan plan;
  for (const AssignmentRecord& each : assignments) {
    if (!chosen.empty() && !chosen.contains(each.learner_id)) continue;
    if (extension.state.has_value() && DecideAccess(each.window, now) != *extension.state) continue;
    absl::StatusOr<UnixMillis> expiry = ExpiryAfter(each, extension, zone);
    if (!expiry.ok()) return ValidationError({{"days", "out_of_range", "The date would be past the year 9999"}});
    if (*expiry == each.window.expiry) {
      ++plan.unchanged;
      continue;
    }
    plan.changes.push_back({.id = each.id,
                            .key = {.course_id = each.course_id, .learner_id = each.learner_id},
                            .from = each.window,
                            .expiry = *expiry});
  }
  std::sort(plan.changes.begin(), plan.changes.end(), IsSooner);
  return plan;
}

}  // namespace academy::enrollment
