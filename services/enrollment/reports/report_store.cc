#include "services/enrollment/reports/report_store.h"

#include <tuple>

#include "services/enrollment/upstream_sync/binned/binned_store.h"
#include "services/platform/db/query.h"

namespace academy::enrollment {
namespace {

// Each state is counted by its own index; the conditions are those of DecideAccess.
AssignmentCounts Counts(int64_t assigned, int64_t upcoming, int64_t expired) {
  return {.assigned = assigned, .upcoming = upcoming, .active = assigned - upcoming - expired, .expired = expired};
}

#define ACADEMY_PROGRESS_OF_ASSIGNED                                          \
  " FROM course_progress p WHERE p.learner_id NOT IN (SELECT id FROM binned)" \
  " AND EXISTS (SELECT 1 FROM assignments a WHERE a.course_id = p.course_id AND a.learner_id = p.learner_id) AND "

// The assignments of what is in the bin. They are counted and subtracted, because leaving them out would make SQLite
// read all rows in place of indexes.
#define ACADEMY_HIDDEN "(learner_id IN (SELECT id FROM binned) OR course_id IN (SELECT id FROM binned))"
#define ACADEMY_HIDDEN_COLUMNS                                               \
  "COUNT(*), COALESCE(SUM(CASE WHEN start_ms > :now THEN 1 ELSE 0 END), 0)," \
  " COALESCE(SUM(CASE WHEN expiry_ms < :then THEN 1 ELSE 0 END), 0)"

struct HiddenRow {
  int64_t assigned = 0;
  int64_t upcoming = 0;
  int64_t expired = 0;

  auto Columns() { return std::tie(assigned, upcoming, expired); }
};

struct PartRow {
  std::string part_id;
  int stopped_in = 0;
  int64_t buckets = 0;
  int64_t viewers = 0;

  auto Columns() { return std::tie(part_id, stopped_in, buckets, viewers); }
};

struct DayRow {
  DayCounts counts;

  auto Columns() { return std::tie(counts.day, counts.watched, counts.learners); }
  DayCounts ToRecord() const { return counts; }
};

void AddTo(const PartRow& row, PartCounts& part) {
  part.viewers += row.viewers;
  if (row.stopped_in == kNotStopped) part.completed += row.viewers;
  if (row.stopped_in >= 0 && row.stopped_in < kBuckets)
    part.stopped[static_cast<size_t>(row.stopped_in)] += row.viewers;
  for (size_t i = 0; i < part.watched.size(); ++i) {
    if ((row.buckets >> i & 1) != 0) part.watched[i] += row.viewers;
  }
}

}  // namespace

CourseCounts CountCourse(soci::session& sql, const std::string& course_id, UnixMillis now) {
  auto assigned = QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments WHERE course_id = :course", course_id);
  auto upcoming = QueryValue<int64_t>(
      sql, "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND start_ms > :now", course_id, now);
  auto expired = QueryValue<int64_t>(
      sql, "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND expiry_ms < :now", course_id, now);
  // Two queries, because indexes have who started a course, but not also who completed it, who are fewer.
  auto started =
      QueryValue<int64_t>(sql, "SELECT COUNT(*)" ACADEMY_PROGRESS_OF_ASSIGNED "p.course_id = :course", course_id);
  auto completed = QueryValue<int64_t>(
      sql, "SELECT COUNT(*)" ACADEMY_PROGRESS_OF_ASSIGNED "p.course_id = :course AND p.completed_at > 0", course_id);
  HiddenRow hidden;
  if (AnyBinned(sql)) {
    hidden = QueryValue<HiddenRow>(sql,
                                   "SELECT " ACADEMY_HIDDEN_COLUMNS
                                   " FROM assignments WHERE course_id = :course"
                                   " AND learner_id IN (SELECT id FROM binned)",
                                   now, now, course_id);
  }
  return {.assignments = Counts(assigned - hidden.assigned, upcoming - hidden.upcoming, expired - hidden.expired),
          .started = started,
          .completed = completed};
}

std::vector<UnixMillis> ListCompletions(soci::session& sql, const std::string& course_id, UnixMillis since) {
  if (AnyBinned(sql)) {
    return Query<UnixMillis>(sql,
                             "SELECT completed_at FROM course_progress WHERE course_id = :course AND"
                             " completed_at >= :since AND completed_at > 0 AND"
                             " learner_id NOT IN (SELECT id FROM binned) ORDER BY completed_at",
                             course_id, since);
  }
  return Query<UnixMillis>(sql,
                           "SELECT completed_at FROM course_progress WHERE course_id = :course AND"
                           " completed_at >= :since AND completed_at > 0 ORDER BY completed_at",
                           course_id, since);
}

std::vector<PartCounts> ListPartCounts(soci::session& sql, const std::string& course_id) {
  std::vector<PartRow> rows =
      AnyBinned(sql) ? Query<PartRow>(sql,
                                      "SELECT part_id, stopped_in, stretches, COUNT(*) FROM part_progress"
                                      " WHERE course_id = :course AND learner_id NOT IN (SELECT id FROM binned)"
                                      " GROUP BY part_id, stopped_in, stretches"
                                      " ORDER BY part_id, stopped_in, stretches",
                                      course_id)
                     // In the order of the index, which covers these columns.
                     : Query<PartRow>(sql,
                                      "SELECT part_id, stopped_in, stretches, COUNT(*) FROM part_progress"
                                      " WHERE course_id = :course GROUP BY part_id, stopped_in, stretches"
                                      " ORDER BY part_id, stopped_in, stretches",
                                      course_id);
  std::vector<PartCounts> parts;
  for (const PartRow& row : rows) {
    if (parts.empty() || parts.back().part_id != row.part_id) parts.push_back({.part_id = row.part_id});
    AddTo(row, parts.back());
  }
  return parts;
}

std::vector<std::string> ListCoursesOfMany(soci::session& sql, int64_t many) {
  // In most academies there is none, which is told without counting by course.
  if (QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments") <= many) return {};
  return Query<std::string>(sql,
                            "SELECT course_id FROM assignments WHERE course_id NOT IN (SELECT id FROM binned)"
                            " GROUP BY course_id HAVING COUNT(*) > :many ORDER BY course_id",
                            many);
}

AssignmentCounts CountAssignments(soci::session& sql, UnixMillis now) {
  HiddenRow hidden;
  if (AnyBinned(sql)) {
    hidden = QueryValue<HiddenRow>(sql, "SELECT " ACADEMY_HIDDEN_COLUMNS " FROM assignments WHERE " ACADEMY_HIDDEN, now,
                                   now);
  }
  return Counts(
      QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments") - hidden.assigned,
      QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments WHERE start_ms > :now", now) - hidden.upcoming,
      QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM assignments WHERE expiry_ms < :now", now) - hidden.expired);
}

int64_t CountExpiring(soci::session& sql, UnixMillis now, UnixMillis end) {
  // Active means neither upcoming nor expired; written so that only one range of the index is read.
  auto expiring = QueryValue<int64_t>(
      sql, "SELECT COUNT(*) FROM assignments WHERE expiry_ms >= :now AND expiry_ms < :until AND start_ms <= :started",
      now, end, now);
  if (!AnyBinned(sql)) return expiring;
  return expiring - QueryValue<int64_t>(sql,
                                        "SELECT COUNT(*) FROM assignments WHERE " ACADEMY_HIDDEN
                                        " AND expiry_ms >= :now AND expiry_ms < :until AND start_ms <= :started",
                                        now, end, now);
}

std::vector<std::string> ListExpiringLearners(soci::session& sql, UnixMillis now, UnixMillis end, int limit) {
  return Query<std::string>(sql,
                            "SELECT DISTINCT learner_id FROM assignments WHERE expiry_ms >= :now"
                            " AND expiry_ms < :until AND start_ms <= :started"
                            " AND course_id NOT IN (SELECT id FROM binned) ORDER BY learner_id LIMIT :limit",
                            now, end, now, limit);
}

int64_t CountWatchers(soci::session& sql, int first) {
  return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM watchers WHERE last_day >= :first", first) -
         QueryValue<int64_t>(
             sql, "SELECT COUNT(*) FROM watchers WHERE last_day >= :first AND learner_id IN (SELECT id FROM binned)",
             first);
}

std::vector<DayCounts> ListDayCounts(soci::session& sql, int first) {
  return Query<DayRow>(sql,
                       "SELECT day, CAST(SUM(watched_ms) AS BIGINT), SUM(learners) FROM watched_days"
                       " WHERE day >= :first GROUP BY day ORDER BY day",
                       first);
}

}  // namespace academy::enrollment
