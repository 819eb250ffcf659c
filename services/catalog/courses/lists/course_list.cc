#include "services/catalog/courses/lists/course_list.h"

#include <algorithm>
#include <utility>

#include "academy/catalog/v1/courses.pb.h"
#include "services/catalog/assets/asset_record.h"
#include "services/catalog/courses/converters.h"
#include "services/catalog/courses/lists/course_page.h"
#include "services/platform/base/status.h"
#include "services/platform/feed/change_feed.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::catalog {
namespace {

bool IsSettled(const CourseRecord& course) {
  return std::all_of(course.parts.begin(), course.parts.end(), [](const PartRecord& part) {
    if (!part.video.has_value() || part.video->status == kFailed) return true;
    // For a ready video below 100 % smaller sizes are still being added.
    return part.video->status == kReady && part.video->progress == 100;
  });
}

std::string Serialize(const std::vector<CourseRecord>& courses) {
  v1::ListCoursesResponse head;
  head.set_message(courses.empty() ? "No data found." : "OK");
  std::string wire = head.SerializeAsString();
  for (const CourseRecord& course : courses) {
    AppendField(v1::ListCoursesResponse::kResultFieldNumber, ToProto(course), wire);
  }
  return wire;
}

}  // namespace

absl::StatusOr<std::shared_ptr<const std::string>> CourseList::All() {
  return database_.Read([&](soci::session& sql) -> absl::StatusOr<std::shared_ptr<const std::string>> {
    // Read in the same snapshot as the courses, so that the position matches them.
    int64_t position = FeedHead(sql);
    {
      absl::MutexLock lock(&mutex_);
      if (cached_ != nullptr && position_ == position) return cached_;
    }
    ASSIGN_OR_RETURN(CoursePage page, QueryCourses(sql, {}));
    auto made = std::make_shared<const std::string>(Serialize(page.courses));
    absl::MutexLock lock(&mutex_);
    cached_ = std::all_of(page.courses.begin(), page.courses.end(), IsSettled) ? made : nullptr;
    position_ = position;
    return made;
  });
}

}  // namespace academy::catalog
