#include "services/enrollment/reports/report_store.h"

#include <string_view>
#include <utility>

#include "services/enrollment/assignments/access.h"

namespace academy::enrollment {
namespace {

// Each state by its own index.
int64_t Count(soci::session& sql, const std::string& where, UnixMillis now) {
  long long count = 0;
  long long at = now;
  sql << "SELECT COUNT(*) FROM assignments WHERE " << where, soci::use(at), soci::into(count);
  return count;
}

AssignmentCounts Counts(int64_t assigned, int64_t upcoming, int64_t expired) {
  return {.assigned = assigned, .upcoming = upcoming, .active = assigned - upcoming - expired, .expired = expired};
}

}  // namespace

absl::StatusOr<CourseCounts> ReportStore::OfCourse(const std::string& course_id, UnixMillis now) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<CourseCounts> {
    long long at = now;
    long long assigned = 0;
    long long upcoming = 0;
    long long expired = 0;
    sql << "SELECT COUNT(*) FROM assignments WHERE course_id = :course", soci::use(course_id), soci::into(assigned);
    sql << "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND " << kUpcomingSql, soci::use(course_id),
        soci::use(at), soci::into(upcoming);
    sql << "SELECT COUNT(*) FROM assignments WHERE course_id = :course AND " << kExpiredSql, soci::use(course_id),
        soci::use(at), soci::into(expired);
    CourseCounts counts{.assignments = Counts(assigned, upcoming, expired)};
    long long started = 0;
    long long completed = 0;
    sql << "SELECT COUNT(*), COALESCE(SUM(CASE WHEN p.completed_at > 0 THEN 1 ELSE 0 END), 0)"
           " FROM course_progress p WHERE p.course_id = :course AND EXISTS (SELECT 1 FROM assignments a"
           " WHERE a.course_id = p.course_id AND a.learner_id = p.learner_id)",
        soci::use(course_id), soci::into(started), soci::into(completed);
    counts.started = started;
    counts.completed = completed;
    return counts;
  });
}

absl::StatusOr<std::vector<UnixMillis>> ReportStore::Completions(const std::string& course_id, UnixMillis since) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<UnixMillis>> {
    std::vector<UnixMillis> times;
    long long from = since;
    long long at = 0;
    soci::statement statement = (sql.prepare << "SELECT completed_at FROM course_progress WHERE course_id = :course AND"
                                                " completed_at >= :since AND completed_at > 0 ORDER BY completed_at",
                                 soci::use(course_id), soci::use(from), soci::into(at));
    statement.execute();
    while (statement.fetch()) times.push_back(at);
    return times;
  });
}

absl::StatusOr<std::vector<PartCounts>> ReportStore::Parts(const std::string& course_id) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<PartCounts>> {
    std::vector<PartCounts> parts;
    std::string part_id;
    int stopped_in = 0;
    long long buckets = 0;
    long long viewers = 0;
    // In the order of its index, which holds all of it.
    soci::statement statement =
        (sql.prepare << "SELECT part_id, stopped_in, stretches, COUNT(*) FROM part_progress WHERE course_id = :course"
                        " GROUP BY part_id, stopped_in, stretches ORDER BY part_id, stopped_in, stretches",
         soci::use(course_id), soci::into(part_id), soci::into(stopped_in), soci::into(buckets), soci::into(viewers));
    statement.execute();
    while (statement.fetch()) {
      if (parts.empty() || parts.back().part_id != part_id) parts.push_back({.part_id = part_id});
      PartCounts& part = parts.back();
      part.viewers += viewers;
      if (stopped_in == kNotStopped) part.completed += viewers;
      if (stopped_in >= 0 && stopped_in < kBuckets) part.stopped[static_cast<size_t>(stopped_in)] += viewers;
      for (size_t i = 0; i < part.watched.size(); ++i) {
        if ((buckets >> i & 1) != 0) part.watched[i] += viewers;
      }
    }
    return parts;
  });
}

absl::StatusOr<AssignmentCounts> ReportStore::OfAll(UnixMillis now) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<AssignmentCounts> {
    long long assigned = 0;
    sql << "SELECT COUNT(*) FROM assignments", soci::into(assigned);
    return Counts(assigned, Count(sql, kUpcomingSql, now), Count(sql, kExpiredSql, now));
  });
}

absl::StatusOr<int64_t> ReportStore::Expiring(UnixMillis now, UnixMillis end) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
    long long at = now;
    long long until = end;
    long long count = 0;
    // Active is neither upcoming nor expired; written so that the index's range is found.
    sql << "SELECT COUNT(*) FROM assignments WHERE expiry_ms >= :now AND expiry_ms < :until AND start_ms <= :started",
        soci::use(at), soci::use(until), soci::use(at), soci::into(count);
    return count;
  });
}

absl::StatusOr<std::vector<std::string>> ReportStore::ExpiringLearners(UnixMillis now, UnixMillis end) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<std::string>> {
    long long at = now;
    long long until = end;
    std::string id;
    soci::statement statement = (sql.prepare << "SELECT DISTINCT learner_id FROM assignments WHERE expiry_ms >= :now"
                                                " AND expiry_ms < :until AND start_ms <= :started ORDER BY learner_id",
                                 soci::use(at), soci::use(until), soci::use(at), soci::into(id));
    statement.execute();
    std::vector<std::string> ids;
    while (statement.fetch()) ids.push_back(id);
    return ids;
  });
}

absl::StatusOr<int64_t> ReportStore::Watchers(int first) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<int64_t> {
    long long count = 0;
    sql << "SELECT COUNT(*) FROM watchers WHERE last_day >= :first", soci::use(first), soci::into(count);
    return count;
  });
}

absl::StatusOr<std::vector<DayCounts>> ReportStore::Days(int first) {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::vector<DayCounts>> {
    std::vector<DayCounts> days;
    DayCounts row;
    long long watched = 0;
    long long learners = 0;
    soci::statement statement =
        (sql.prepare << "SELECT day, watched_ms, learners FROM watched_days WHERE day >= :first ORDER BY day",
         soci::use(first), soci::into(row.day), soci::into(watched), soci::into(learners));
    statement.execute();
    while (statement.fetch()) days.push_back({.day = row.day, .watched = watched, .learners = learners});
    return days;
  });
}

}  // namespace academy::enrollment
