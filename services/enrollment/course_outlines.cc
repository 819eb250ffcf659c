#include "services/enrollment/course_outlines.h"

#include <utility>

namespace academy::enrollment {

absl::StatusOr<std::shared_ptr<const CourseOutline>> CourseOutlines::Get(const Caller& caller,
                                                                         const std::string& course_id) {
  std::shared_ptr<const CourseOutline> remembered;
  int64_t changes = 0;
  {
    absl::MutexLock lock(&mutex_);
    if (auto found = outlines_.find(course_id); found != outlines_.end()) remembered = found->second;
    if (live_ && remembered != nullptr) return remembered;
    changes = changes_;
  }
  absl::StatusOr<catalog::v1::Course> course = catalog_.GetCourse(caller, course_id);
  if (!course.ok()) {
    bool gone = absl::IsNotFound(course.status());
    if (remembered != nullptr && !gone) return remembered;
    return course.status();
  }
  auto outline = std::make_shared<const CourseOutline>(OutlineOf(*course));
  absl::MutexLock lock(&mutex_);
  if (changes == changes_) {
    // Which one goes does not matter: an academy has fewer courses than fit.
    if (outlines_.size() >= kMost && !outlines_.contains(course_id)) outlines_.erase(outlines_.begin());
    outlines_[course_id] = outline;
  }
  return std::shared_ptr<const CourseOutline>(std::move(outline));
}

void CourseOutlines::Forget(std::string_view course_id) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  outlines_.erase(absl::string_view(course_id.data(), course_id.size()));
}

void CourseOutlines::OnStream(bool live) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  live_ = live;
  // What changed meanwhile comes as events, but only now.
  if (live) outlines_.clear();
}

}  // namespace academy::enrollment
