#include "services/enrollment/course_cache.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "services/common/status.h"
#include "services/enrollment/converters.h"

namespace academy::enrollment {
namespace {

// About 20 MB of courses with some parts.
constexpr size_t kMostCourses = 10'000;

}  // namespace

void CourseCache::Follow(const std::shared_ptr<grpc::Channel>& catalog, const CallIdentity& identity) {
  feed_ = catalog::v1::Feed::NewStub(catalog);
  follower_ = std::make_unique<FeedFollower<catalog::v1::Event>>(
      "catalog's courses", identity,
      FeedFollower<catalog::v1::Event>::Callbacks{
          .open =
              [this](grpc::ClientContext& context, int64_t after) {
                catalog::v1::WatchRequest request;
                request.set_after(after);
                return feed_->Watch(&context, request);
              },
          // What was before is not known of, and so not remembered either.
          .position = []() -> absl::StatusOr<int64_t> { return -1; },
          .handle =
              [this](const catalog::v1::Event& event) {
                OnEvent(event);
                return absl::OkStatus();
              },
          .live = [this](bool live, int64_t position) { OnStream(live, position); }});
}

void CourseCache::OnStream(bool live, int64_t position) {
  absl::MutexLock lock(&mutex_);
  known_.clear();
  ++changes_;
  live_ = live;
  position_ = live ? position : 0;
}

void CourseCache::OnEvent(const catalog::v1::Event& event) {
  absl::MutexLock lock(&mutex_);
  ++changes_;
  if (event.has_course_changed()) known_.erase(event.course_changed().course_id());
  if (event.has_course_removed()) known_.erase(event.course_removed().course_id());
  position_ = event.position();
}

absl::StatusOr<CourseCache::Courses> CourseCache::Get(const Caller& caller, const std::vector<std::string>& ids,
                                                      int64_t at_least) {
  Courses courses(ids.size());
  std::vector<std::string> missing;
  int64_t changes = 0;
  {
    absl::MutexLock lock(&mutex_);
    changes = changes_;
    bool usable = live_ && position_ >= at_least;
    for (size_t i = 0; i < ids.size(); ++i) {
      auto found = usable ? known_.find(ids[i]) : known_.end();
      if (found != known_.end()) {
        courses[i] = found->second;
      } else {
        missing.push_back(ids[i]);
      }
    }
  }
  if (missing.empty()) return courses;

  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> asked, catalog_.GetCourses(caller, missing));
  std::unordered_map<std::string, std::shared_ptr<const ListedCourse>> fresh;
  for (catalog::v1::Course& course : asked) {
    auto listed = std::make_shared<ListedCourse>();
    listed->course = WithoutMedia(std::move(course));
    listed->wire = listed->course.SerializeAsString();
    fresh.emplace(listed->course.id(), std::move(listed));
  }
  for (size_t i = 0; i < ids.size(); ++i) {
    auto found = fresh.find(ids[i]);
    if (found != fresh.end()) courses[i] = found->second;
  }
  absl::MutexLock lock(&mutex_);
  if (!live_ || changes != changes_) return courses;
  if (known_.size() + fresh.size() > kMostCourses) known_.clear();
  known_.insert(fresh.begin(), fresh.end());
  return courses;
}

}  // namespace academy::enrollment
