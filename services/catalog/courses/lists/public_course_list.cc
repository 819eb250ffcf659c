#include "services/catalog/courses/lists/public_course_list.h"

#include <algorithm>
#include <utility>

#include "services/catalog/courses/converters.h"
#include "services/catalog/courses/lists/course_page.h"
#include "services/catalog/errors.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/feed/change_feed.h"

namespace academy::catalog {
namespace {

const char* MessageFor(const std::vector<v1::PublicCourse>& courses) {
  return courses.empty() ? "No data found." : "OK";
}

std::string Serialize(const std::vector<v1::PublicCourse>& courses) {
  v1::ListPublicCoursesResponse response;
  response.set_message(MessageFor(courses));
  *response.mutable_result() = {courses.begin(), courses.end()};
  return response.SerializeAsString();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const PublicCourseList::List>> PublicCourseList::Load() {
  using Loaded = absl::StatusOr<std::shared_ptr<const List>>;
  return database_.Read([&](soci::session& sql) -> Loaded {
    // Read in the same snapshot as the courses, so that the position matches them.
    int64_t position = FeedHead(sql);
    {
      absl::MutexLock lock(&mutex_);
      if (cached_ != nullptr && cached_->position == position) return cached_;
    }
    ASSIGN_OR_RETURN(CoursePage page, QueryCourses(sql, {}));
    auto list = std::make_shared<List>();
    list->position = position;
    for (const CourseRecord& course : page.courses) list->courses.push_back(ToPublicProto(course));
    list->wire = std::make_shared<const std::string>(Serialize(list->courses));
    absl::MutexLock lock(&mutex_);
    cached_ = list;
    return list;
  });
}

absl::StatusOr<std::shared_ptr<const std::string>> PublicCourseList::All() {
  ASSIGN_OR_RETURN(std::shared_ptr<const List> list, Load());
  return list->wire;
}

absl::StatusOr<v1::ListPublicCoursesResponse> PublicCourseList::Page(int limit, const std::string& cursor) {
  std::string last;
  if (!cursor.empty() && !Base64Decode(cursor, last)) return error::CursorInvalid();
  ASSIGN_OR_RETURN(std::shared_ptr<const List> list, Load());
  // Ids increase with time: if the last course of a page was deleted, the next one is still the first with a lower id.
  auto begin = cursor.empty() ? list->courses.begin()
                              : std::find_if(list->courses.begin(), list->courses.end(),
                                             [&](const v1::PublicCourse& course) { return course.id() < last; });
  auto end = begin + std::min<std::ptrdiff_t>(limit, list->courses.end() - begin);
  v1::ListPublicCoursesResponse response;
  response.set_message(MessageFor(list->courses));
  *response.mutable_result() = {begin, end};
  response.set_total(static_cast<int64_t>(list->courses.size()));
  if (end != list->courses.end() && begin != end) response.set_next_cursor(Base64Url((end - 1)->id()));
  return response;
}

}  // namespace academy::catalog
