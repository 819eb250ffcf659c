#include "services/enrollment/watching/course_cache.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "services/enrollment/converters.h"
#include "services/enrollment/errors.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/raw_rpc.h"

namespace academy::enrollment {
namespace {

// About 20 MB of courses with some parts.
constexpr size_t kMaxCourses = 10'000;

}  // namespace

void CourseCache::OnStream(bool live, int64_t position) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  live_ = live;
  if (!live) return;
  // Events for changes made meanwhile arrive only after this.
  cached_.clear();
  position_ = position;
}

void CourseCache::OnEvent(const catalog::v1::Event& event) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  if (event.has_course_changed()) cached_.erase(event.course_changed().course_id());
  if (event.has_course_removed()) cached_.erase(event.course_removed().course_id());
  if (event.has_course_binned()) cached_.erase(event.course_binned().course_id());
  // Events from before the stream went live may arrive after it did.
  position_ = std::max<int64_t>(position_, event.position());
}

CourseCache::Courses CourseCache::Find(const std::vector<std::string>& ids, int64_t at_least,
                                       std::vector<std::string>& missing) {
  Courses courses(ids.size());
  bool usable = live_ && position_ >= at_least;
  for (size_t i = 0; i < ids.size(); ++i) {
    auto found = usable ? cached_.find(ids[i]) : cached_.end();
    if (found != cached_.end()) {
      courses[i] = found->second;
    } else {
      missing.push_back(ids[i]);
    }
  }
  return courses;
}

std::optional<CourseCache::Courses> CourseCache::GetCached(const std::vector<std::string>& ids, int64_t at_least) {
  std::vector<std::string> missing;
  absl::MutexLock lock(&mutex_);
  Courses courses = Find(ids, at_least, missing);
  if (!missing.empty()) return std::nullopt;
  return courses;
}

absl::StatusOr<CourseCache::Courses> CourseCache::Get(const Caller& caller, const std::vector<std::string>& ids,
                                                      int64_t at_least) {
  Courses courses;
  std::vector<std::string> missing;
  int64_t changes = 0;
  {
    absl::MutexLock lock(&mutex_);
    changes = changes_;
    courses = Find(ids, at_least, missing);
  }
  if (missing.empty()) return courses;

  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> asked, catalog_.GetCourses(caller, missing));
  std::unordered_map<std::string, std::shared_ptr<const CachedCourse>> fresh;
  for (catalog::v1::Course& course : asked) {
    std::string id = course.id();
    fresh.emplace(std::move(id), Make(std::move(course)));
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    auto found = fresh.find(ids[i]);
    if (found != fresh.end()) courses[i] = found->second;
  }
  absl::MutexLock lock(&mutex_);
  if (changes != changes_) return courses;
  if (cached_.size() + fresh.size() > kMaxCourses) cached_.clear();
  for (auto& [id, course] : fresh) cached_.insert_or_assign(id, std::move(course));
  return courses;
}

absl::StatusOr<std::shared_ptr<const CachedCourse>> CourseCache::GetForReport(const Caller& caller,
                                                                              const std::string& id) {
  absl::StatusOr<Courses> courses = Get(caller, {id}, 0);
  if (courses.ok()) {
    if (courses->front() == nullptr) return error::CourseNotFound(id);
    return courses->front();
  }
  absl::MutexLock lock(&mutex_);
  auto found = cached_.find(id);
  if (found == cached_.end()) return courses.status();
  return found->second;
}

std::shared_ptr<const CachedCourse> CourseCache::Make(catalog::v1::Course course) const {
  auto known = std::make_shared<CachedCourse>();
  known->outline = OutlineOf(course);
  AppendField(v1::Assignment::kProgressFieldNumber, ToListedProgress(known->outline, {}, rules_),
              known->empty_progress_field);
  AppendField(v1::Assignment::kCourseFieldNumber, WithoutMedia(std::move(course)), known->course_field);
  return known;
}

}  // namespace academy::enrollment
