// The events of the catalog's feed.
//
// Each function appends in its caller's transaction and may throw as SOCI does.
#pragma once

#include <cstdint>
#include <string>

#include "services/platform/db/transaction.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {

// Both return the event's position.
int64_t AppendCourseChanged(Transaction& tx, ChangeFeed& feed, const std::string& course_id);
int64_t AppendCourseRemoved(Transaction& tx, ChangeFeed& feed, const std::string& course_id);
int64_t AppendCourseBinned(Transaction& tx, ChangeFeed& feed, const std::string& course_id);
int64_t AppendCourseRestored(Transaction& tx, ChangeFeed& feed, const std::string& course_id);
// Appends CourseChanged for each course with a part that uses the asset.
void AppendAssetChanged(Transaction& tx, ChangeFeed& feed, const std::string& asset_id);

}  // namespace academy::catalog
