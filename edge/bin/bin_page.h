// One page of the bin, merged from auth's learners and catalog's courses.
//
// Pure; may be called from any thread.
#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "academy/auth/v1/learner_bin.pb.h"
#include "academy/catalog/v1/course_bin.pb.h"
#include "academy/edge/v1/bin.pb.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

// Where a page begins in both services' lists: before this time, or then with a lower id. Ids of learners and courses
// are never the same, so one place is enough for both lists.
struct BinCursor {
  UnixMillis before = 0;
  std::string id;
};

struct BinQuery {
  int limit = 0;
  BinCursor cursor;
};

// INVALID_ARGUMENT validation_failed for a limit or a cursor that is none.
absl::StatusOr<BinQuery> ReadBinQuery(const v1::FetchBinItemsRequest& request);

// The page of `limit` items, given up to `limit` + 1 of each service. The managers who deleted the courses are named as
// auth names them.
v1::FetchBinItemsResponse MergeBin(const auth::v1::ListBinnedLearnersResponse& learners,
                                   const catalog::v1::ListBinnedCoursesResponse& courses, int limit);

}  // namespace academy::edge
