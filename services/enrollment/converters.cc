#include "services/enrollment/converters.h"

#include <cmath>
#include <string>
#include <string_view>
#include <unordered_map>

#include "services/enrollment/access/access.h"
#include "services/enrollment/progress/watch_progress.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::enrollment {
namespace {

std::unordered_map<std::string_view, const PartState*> StatesOf(const CourseOutline& course,
                                                                absl::Span<const ProgressRecord> records) {
  std::unordered_map<std::string_view, const PartState*> states;
  for (const ProgressRecord& record : records) {
    if (record.course_id == course.id) states[record.part_id] = &record.state;
  }
  return states;
}

v1::Progress MakeProgress(const CourseOutline& course, absl::Span<const ProgressRecord> records,
                          const ProgressRules& rules, bool begun_only) {
  std::unordered_map<std::string_view, const PartState*> states = StatesOf(course, records);
  v1::Progress progress;
  progress.set_complete_percent(rules.complete_percent);
  int64_t total = 0;
  int64_t watched_in_total = 0;
  UnixMillis newest = 0;
  for (const CourseOutline::Part& part : course.parts) {
    total += part.duration;
    auto found = states.find(part.id);
    if (begun_only && found == states.end()) continue;
    v1::PartProgress* out = progress.add_parts();
    out->set_part_id(part.id);
    out->set_duration(ToSeconds(part.duration));
    if (found == states.end()) continue;
    const PartState& state = *found->second;
    int64_t watched = WatchedWithin(state, part.duration);
    out->set_position(ToSeconds(state.position));
    out->set_watched_seconds(ToSeconds(watched));
    out->set_percent(PercentOf(state, part.duration));
    out->set_completed(state.completed);
    out->set_updated_at(FormatTime(state.updated_at));
    // A completed part counts in full, otherwise a learner who skips the end titles would never reach 100.
    watched_in_total += state.completed ? part.duration : watched;
    if (state.updated_at >= newest) {
      newest = state.updated_at;
      progress.set_last_part_id(part.id);
    }
  }
  if (total > 0) progress.set_percent(static_cast<int32_t>(watched_in_total * 100 / total));
  return progress;
}

}  // namespace

v1::Assignment ToProto(const AssignmentRecord& record, UnixMillis now) {
  v1::Assignment assignment;
  assignment.set_id(record.id);
  assignment.set_course_id(record.course_id);
  assignment.set_learner_id(record.learner_id);
  assignment.set_user_id(record.learner_id);
  assignment.set_start_date(FormatTime(record.window.start));
  assignment.set_expiry_date(FormatTime(record.window.expiry));
  assignment.set_state(std::string(AccessStateName(DecideAccess(record.window, now))));
  assignment.set_revision(record.revision);
  return assignment;
}

void AppendAssignment(const AssignmentRecord& record, UnixMillis now, std::string& wire) {
  AppendTextField(v1::Assignment::kIdFieldNumber, record.id, wire);
  AppendTextField(v1::Assignment::kCourseIdFieldNumber, record.course_id, wire);
  AppendTextField(v1::Assignment::kLearnerIdFieldNumber, record.learner_id, wire);
  AppendTextField(v1::Assignment::kUserIdFieldNumber, record.learner_id, wire);
  AppendTextField(v1::Assignment::kStartDateFieldNumber, FormatTime(record.window.start), wire);
  AppendTextField(v1::Assignment::kExpiryDateFieldNumber, FormatTime(record.window.expiry), wire);
  AppendTextField(v1::Assignment::kStateFieldNumber, AccessStateName(DecideAccess(record.window, now)), wire);
  AppendNumberField(v1::Assignment::kRevisionFieldNumber, record.revision, wire);
}

v1::Progress ToProgress(const CourseOutline& course, absl::Span<const ProgressRecord> records,
                        const ProgressRules& rules) {
  return MakeProgress(course, records, rules, /*begun_only=*/false);
}

v1::Progress ToListedProgress(const CourseOutline& course, absl::Span<const ProgressRecord> records,
                              const ProgressRules& rules) {
  return MakeProgress(course, records, rules, /*begun_only=*/true);
}

bool IsCompleted(const CourseOutline& course, absl::Span<const ProgressRecord> records) {
  std::unordered_map<std::string_view, const PartState*> states = StatesOf(course, records);
  bool any = false;
  for (const CourseOutline::Part& part : course.parts) {
    if (part.duration == 0) continue;
    auto found = states.find(part.id);
    if (found == states.end() || !found->second->completed) return false;
    any = true;
  }
  return any;
}

int64_t ToMillis(double seconds) { return std::llround(seconds * 1000); }
double ToSeconds(int64_t millis) { return static_cast<double>(millis) / 1000; }

catalog::v1::Course WithoutMedia(catalog::v1::Course course) {
  for (catalog::v1::Part& part : *course.mutable_parts()) part.clear_video();
  return course;
}

catalog::v1::Course WithoutAssets(catalog::v1::Course course) {
  for (catalog::v1::Part& part : *course.mutable_parts()) {
    if (!part.has_video()) continue;
    part.mutable_video()->clear_asset_id();
    part.mutable_video()->clear_error();
  }
  return course;
}

catalog::v1::Course Summary(const catalog::v1::Course& course) {
  catalog::v1::Course summary = course;
  summary.clear_parts();
  summary.clear_description();
  return summary;
}

}  // namespace academy::enrollment
