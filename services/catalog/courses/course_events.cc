#include "services/catalog/courses/course_events.h"

#include "academy/catalog/v1/feed.pb.h"
#include "services/platform/db/query.h"

namespace academy::catalog {

int64_t AppendCourseChanged(Transaction& tx, ChangeFeed& feed, const std::string& course_id) {
  v1::Event event;
  event.mutable_course_changed()->set_course_id(course_id);
  return feed.Append(tx, event.SerializeAsString());
}

int64_t AppendCourseRemoved(Transaction& tx, ChangeFeed& feed, const std::string& course_id) {
  v1::Event event;
  event.mutable_course_removed()->set_course_id(course_id);
  return feed.Append(tx, event.SerializeAsString());
}

int64_t AppendCourseBinned(Transaction& tx, ChangeFeed& feed, const std::string& course_id) {
  v1::Event event;
  event.mutable_course_binned()->set_course_id(course_id);
  return feed.Append(tx, event.SerializeAsString());
}

int64_t AppendCourseRestored(Transaction& tx, ChangeFeed& feed, const std::string& course_id) {
  v1::Event event;
  event.mutable_course_restored()->set_course_id(course_id);
  return feed.Append(tx, event.SerializeAsString());
}

void AppendAssetChanged(Transaction& tx, ChangeFeed& feed, const std::string& asset_id) {
  for (const std::string& course_id : Query<std::string>(
           tx.sql(), "SELECT DISTINCT course_id FROM parts WHERE asset_id = :asset ORDER BY course_id", asset_id)) {
    AppendCourseChanged(tx, feed, course_id);
  }
}

}  // namespace academy::catalog
