#include "services/catalog/courses/bin/course_bin_store.h"

#include <tuple>

#include "services/platform/db/query.h"

namespace academy::catalog {
namespace {

struct BinRow {
  BinnedCourseRecord record;

  auto Columns() {
    return std::tie(record.id, record.title, record.deleted_by, record.deletion.at, record.deletion.counted);
  }
  BinnedCourseRecord ToRecord() const { return record; }
};

}  // namespace

void MoveToBin(soci::session& sql, const std::string& course_id, const BinEntry& entry) {
  Execute(sql,
          "INSERT INTO binned_courses (course_id, deleted_at, deleted_by, counted_since)"
          " VALUES (:id, :at, :by, (SELECT millis FROM counted_time WHERE id = 1))",
          course_id, entry.deleted_at, entry.deleted_by);
}

void TakeFromBin(soci::session& sql, const std::string& course_id) {
  Execute(sql, "DELETE FROM binned_courses WHERE course_id = :id", course_id);
}

std::vector<BinnedCourseRecord> ListBinned(soci::session& sql, const BinPosition& before, int limit) {
  return Query<BinRow>(sql,
                       "SELECT b.course_id, c.title, b.deleted_by, b.deleted_at, b.counted_since"
                       " FROM binned_courses b JOIN courses c ON c.id = b.course_id"
                       " WHERE (b.deleted_at, b.course_id) < (:at, :id)"
                       " ORDER BY b.deleted_at DESC, b.course_id DESC LIMIT :limit",
                       before.deleted_at, before.id, limit);
}

int64_t CountBinned(soci::session& sql) { return QueryValue<int64_t>(sql, "SELECT COUNT(*) FROM binned_courses"); }

std::vector<std::string> ListBinnedIds(soci::session& sql) {
  return Query<std::string>(sql, "SELECT course_id FROM binned_courses ORDER BY course_id");
}

std::vector<std::string> ListDueBinned(soci::session& sql, int64_t counted) {
  return Query<std::string>(sql,
                            "SELECT course_id FROM binned_courses WHERE counted_since <= :counted"
                            " ORDER BY counted_since, course_id LIMIT 100",
                            counted);
}

}  // namespace academy::catalog
