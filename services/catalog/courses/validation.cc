#include "services/catalog/courses/validation.h"

#include <string>
#include <string_view>

#include "services/catalog/validator.h"
#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

constexpr size_t kMaxTitle = 200;
constexpr size_t kMaxDescription = 20'000;
constexpr int kMaxParts = 2'000;
constexpr int kMaxPage = 1'000;
constexpr int kDefaultPage = 100;

template <typename Parts>
void CheckParts(const Parts& parts, Validator& validator) {
  if (parts.size() > kMaxParts) {
    validator.Refuse("parts", "too_many", "A course has " + std::to_string(kMaxParts) + " parts maximum");
    return;
  }
  for (int i = 0; i < parts.size(); ++i) {
    std::string path = "parts[" + std::to_string(i) + "].";
    validator.RequiredText(path + "title", parts[i].title(), kMaxTitle);
    validator.Text(path + "description", parts[i].description(), kMaxDescription);
    if (parts[i].has_video() && parts[i].video().asset_id().empty()) {
      validator.Refuse(path + "video.assetId", "required", "assetId is required");
    }
  }
}

void CheckLimit(int limit, Validator& validator) {
  if (limit >= 1 && limit <= kMaxPage) return;
  validator.Refuse("limit", "out_of_range", "limit must be 1 to " + std::to_string(kMaxPage));
}

void ReadSort(std::string_view sort, CourseListQuery& query, Validator& validator) {
  query.descending = sort.starts_with('-');
  if (query.descending) sort.remove_prefix(1);
  if (sort == "title") {
    query.sort = CourseSort::kTitle;
  } else if (sort == "createdAt") {
    query.sort = CourseSort::kCreatedAt;
  } else if (sort == "updatedAt") {
    query.sort = CourseSort::kUpdatedAt;
  } else {
    validator.Refuse("sort", "sort_unknown", "sort must be title, createdAt or updatedAt");
  }
}

}  // namespace

absl::Status ValidateNewCourse(const v1::CreateCourseRequest& request) {
  Validator validator;
  validator.RequiredText("title", request.title(), kMaxTitle);
  validator.Text("description", request.description(), kMaxDescription);
  CheckParts(request.parts(), validator);
  return validator.status();
}

absl::Status ValidateCourseUpdate(const v1::UpdateCourseRequest& request) {
  Validator validator;
  validator.RequiredText("courseId", request.course_id(), kMaxId);
  if (request.has_title()) validator.RequiredText("title", request.title(), kMaxTitle);
  if (request.has_description()) validator.Text("description", request.description(), kMaxDescription);
  if (request.has_parts()) CheckParts(request.parts().parts(), validator);
  return validator.status();
}

absl::Status ValidatePartVideo(const v1::SetPartVideoRequest& request) {
  Validator validator;
  validator.RequiredText("courseId", request.course_id(), kMaxId);
  validator.RequiredText("partId", request.part_id(), kMaxId);
  validator.RequiredText("assetId", request.asset_id(), kMaxId);
  return validator.status();
}

absl::StatusOr<ListRequest> ReadListRequest(const v1::ListCoursesRequest& request) {
  ListRequest list;
  CourseListQuery& query = list.query;
  list.paged = request.has_search() || request.has_sort() || request.has_limit() || request.has_cursor();
  if (!list.paged) return list;
  Validator validator;
  validator.Text("search", request.search(), kMaxTitle);
  query.search = IsBlank(request.search()) ? "" : request.search();
  query.cursor = request.cursor();
  query.limit = request.has_limit() ? request.limit() : kDefaultPage;
  CheckLimit(query.limit, validator);
  if (!request.sort().empty()) ReadSort(request.sort(), query, validator);
  RETURN_IF_ERROR(validator.status());
  return list;
}

absl::StatusOr<int> ReadPageLimit(const v1::ListPublicCoursesRequest& request) {
  Validator validator;
  int limit = request.has_limit() ? request.limit() : kDefaultPage;
  CheckLimit(limit, validator);
  RETURN_IF_ERROR(validator.status());
  return limit;
}

absl::StatusOr<CourseListQuery> ReadBatchQuery(const v1::BatchGetCoursesRequest& request) {
  if (!request.all()) return CourseListQuery();
  v1::ListCoursesRequest as_list;
  if (!request.search().empty()) as_list.set_search(request.search());
  if (!request.sort().empty()) as_list.set_sort(request.sort());
  if (request.has_limit()) as_list.set_limit(request.limit());
  if (!request.cursor().empty()) as_list.set_cursor(request.cursor());
  ASSIGN_OR_RETURN(ListRequest list, ReadListRequest(as_list));
  if (!request.has_limit()) list.query.limit = 0;
  return list.query;
}

}  // namespace academy::catalog
