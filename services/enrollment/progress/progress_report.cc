#include "services/enrollment/progress/progress_report.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "services/enrollment/access/active_assignment.h"
#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/enrollment/validation.h"
#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

// What the batch knows of a part besides its progress.
struct PartMark {
  // The stored statistics; nullopt for a part that is not stored.
  std::optional<PartFigures> stored;
  // Set by a report.
  std::optional<PartFigures> reported;
};

// A learner's progress in one course.
struct CourseState {
  absl::Status access;
  // Ordered by part; `marks` has the same order.
  std::vector<ProgressRecord> records;
  std::vector<PartMark> marks;
  // To be stored; nullopt unless a report started or completed the course.
  std::optional<CourseProgress> reached;

  // Returns the place of the part, which is new if it is not there.
  size_t PlaceOf(const std::string& course_id, const std::string& part_id) {
    auto record =
        std::lower_bound(records.begin(), records.end(), part_id,
                         [](const ProgressRecord& each, const std::string& wanted) { return each.part_id < wanted; });
    const auto place = record - records.begin();
    if (record == records.end() || record->part_id != part_id) {
      records.insert(record, {.course_id = course_id, .part_id = part_id, .state = {}});
      marks.insert(marks.begin() + place, PartMark());
    }
    return static_cast<size_t>(place);
  }
};

struct WatcherState {
  // nullopt before the learner's first report.
  std::optional<WatcherRecord> record;
  // nullopt if the learner is not stored.
  std::optional<int> stored_day;
  bool reported = false;
};

// The progress of those who report, from its load to its store. The keys of its maps point into the reports.
class Batch {
 public:
  Batch(soci::session& sql, absl::Span<const ProgressReport> reports, UnixMillis at, int day,
        const ProgressRules& rules)
      : at_(at), day_(day), rules_(rules) {
    std::vector<AssignmentKey> keys;
    std::vector<std::string> learners;
    for (const ProgressReport& report : reports) {
      if (courses_.try_emplace({report.key.learner_id, report.key.course_id}).second) keys.push_back(report.key);
      if (watchers_.try_emplace(report.key.learner_id).second) learners.push_back(report.key.learner_id);
    }
    std::vector<absl::StatusOr<AssignmentRecord>> assignments = FindActiveAssignments(sql, keys, at);
    for (size_t i = 0; i < keys.size(); ++i) StateOf(keys[i]).access = assignments[i].status();
    for (StoredPart& part : ListPartProgress(sql, keys)) {
      CourseState& course = courses_.at({part.learner_id, part.progress.course_id});
      const size_t place = course.PlaceOf(part.progress.course_id, part.progress.part_id);
      course.records[place] = std::move(part.progress);
      course.marks[place].stored = part.figures;
    }
    for (WatcherRecord& watcher : ListWatchers(sql, learners)) {
      WatcherState& state = watchers_.at(watcher.learner_id);
      state.stored_day = watcher.last_day;
      state.record = std::move(watcher);
    }
  }

  absl::StatusOr<std::vector<ProgressRecord>> Apply(const ProgressReport& report) {
    CourseState& state = StateOf(report.key);
    RETURN_IF_ERROR(state.access);
    const CourseOutline::Part* part = report.course.Find(report.request.part_id());
    if (part == nullptr) return error::PartNotFound(report.request.part_id());
    ASSIGN_OR_RETURN(WatchReport watched, ReportWithin(report.request, part->duration));

    const bool first_of_course = state.records.empty();
    const size_t place = state.PlaceOf(report.key.course_id, part->id);
    PartMark& mark = state.marks[place];
    PartState& progress = state.records[place].state;
    std::optional<PartState> before;
    if (mark.stored.has_value() || mark.reported.has_value()) before = std::move(progress);
    WatcherState& watcher = watchers_.at(report.key.learner_id);
    std::optional<WatchAccount> account;
    if (watcher.record.has_value()) account = watcher.record->account;

    AppliedReport applied = ApplyReport(before, account, watched, part->duration, at_, rules_);
    progress = std::move(applied.part);
    mark.reported = PartFigures{.stopped_in = StoppedIn(progress, part->duration),
                                .watched_buckets = WatchedBuckets(progress, part->duration)};
    Count(report.key.learner_id, applied, watcher);
    const bool completed = IsCompleted(report.course, state.records);
    if (first_of_course || completed) {
      if (!state.reached.has_value())
        state.reached = CourseProgress{.key = report.key, .started_at = progress.updated_at};
      if (completed && state.reached->completed_at == 0) state.reached->completed_at = progress.updated_at;
    }
    return state.records;
  }

  void Store(Transaction& tx) const {
    std::vector<StoredPart> parts;
    std::vector<StoredPart> with_other_figures;
    std::vector<CourseProgress> reached;
    for (const auto& [key, course] : courses_) {
      for (size_t i = 0; i < course.records.size(); ++i) {
        const PartMark& mark = course.marks[i];
        if (!mark.reported.has_value()) continue;
        parts.push_back(
            {.learner_id = std::string(key.first), .progress = course.records[i], .figures = *mark.reported});
        if (mark.stored.has_value() && *mark.stored != *mark.reported) with_other_figures.push_back(parts.back());
      }
      if (course.reached.has_value()) reached.push_back(*course.reached);
    }
    std::vector<WatcherRecord> watchers;
    std::vector<WatcherRecord> on_another_day;
    for (const auto& [learner_id, watcher] : watchers_) {
      if (!watcher.reported) continue;
      watchers.push_back(*watcher.record);
      if (watcher.stored_day.has_value() && *watcher.stored_day != day_) on_another_day.push_back(*watcher.record);
    }
    PutPartProgress(tx.sql(), parts);
    SetPartFigures(tx.sql(), with_other_figures);
    PutWatchers(tx.sql(), watchers);
    SetWatcherDays(tx.sql(), on_another_day);
    PutCourseProgress(tx.sql(), reached);
    if (added_ > 0 || new_today_ > 0) AddToWatchedDay(tx, day_, added_, new_today_);
  }

 private:
  CourseState& StateOf(const AssignmentKey& key) { return courses_.at({key.learner_id, key.course_id}); }

  // Keeps the learner's account and counts the report for its day.
  void Count(const std::string& learner_id, const AppliedReport& applied, WatcherState& watcher) {
    if (!watcher.record.has_value() || watcher.record->last_day != day_) ++new_today_;
    watcher.record = WatcherRecord{.learner_id = learner_id, .account = applied.account, .last_day = day_};
    watcher.reported = true;
    added_ += applied.added;
  }

  const UnixMillis at_;
  const int day_;
  const ProgressRules& rules_;
  // In the order in which rows are stored, by learner and course, so that two batches never wait for each other.
  std::map<std::pair<std::string_view, std::string_view>, CourseState> courses_;
  std::map<std::string_view, WatcherState> watchers_;
  int64_t added_ = 0;
  int new_today_ = 0;
};

}  // namespace

std::vector<absl::StatusOr<std::vector<ProgressRecord>>> StoreReports(Transaction& tx,
                                                                      absl::Span<const ProgressReport> reports,
                                                                      UnixMillis at, int day,
                                                                      const ProgressRules& rules) {
  TakeReportsTurn(tx);
  Batch batch(tx.sql(), reports, at, day, rules);
  std::vector<absl::StatusOr<std::vector<ProgressRecord>>> results;
  results.reserve(reports.size());
  for (const ProgressReport& report : reports) results.push_back(batch.Apply(report));
  batch.Store(tx);
  return results;
}

}  // namespace academy::enrollment
