// Deleted courses in the database: the table `binned_courses`, one row for each course in the bin.
//
// Each function runs in its caller's transaction or snapshot and may throw as SOCI does. None appends events.
#pragma once

#include <soci/soci.h>

#include <cstdint>
#include <string>
#include <vector>

#include "services/platform/background/bin_term.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

struct BinEntry {
  UnixMillis deleted_at = 0;
  // The manager's id.
  std::string deleted_by;
};

struct BinnedCourseRecord {
  std::string id;
  std::string title;
  std::string deleted_by;
  Deletion deletion;
};

// Start of a page: before this time, or then with a lower id.
struct BinPosition {
  UnixMillis deleted_at = 0;
  std::string id;
};

// Hides the course, which must exist, from every other function of the stores; its videos stay in use.
void MoveToBin(soci::session& sql, const std::string& course_id, const BinEntry& entry);
void TakeFromBin(soci::session& sql, const std::string& course_id);

// Last deleted first.
std::vector<BinnedCourseRecord> ListBinned(soci::session& sql, const BinPosition& before, int limit);
int64_t CountBinned(soci::session& sql);
std::vector<std::string> ListBinnedIds(soci::session& sql);
// Returns the courses that were deleted when `counted` or less was counted, the oldest first, at most 100.
std::vector<std::string> ListDueBinned(soci::session& sql, int64_t counted);

}  // namespace academy::catalog
