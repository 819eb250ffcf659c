#include "edge/site/public_course_cache.h"

#include <chrono>
#include <utility>

#include "absl/time/time.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

constexpr std::chrono::seconds kFreshFor{3};
constexpr std::chrono::seconds kLeftAloneFor{1};
constexpr absl::Duration kPatience = absl::Seconds(1);

}  // namespace

PublicCourseCache::PublicCourseCache(const std::shared_ptr<grpc::Channel>& catalog)
    : courses_(catalog), identity_({.caller = {.kind = CallerKind::kService, .id = "edge"}}) {}

void PublicCourseCache::Get(Got got) {
  std::shared_ptr<const CachedCourses> known;
  bool ask = false;
  {
    absl::MutexLock lock(&mutex_);
    ask = std::chrono::steady_clock::now() >= ask_again_;
    if (asking_ || ask) {
      waiting_.push_back(std::move(got));
      if (asking_) return;
      asking_ = true;
    } else {
      known = known_;
    }
  }
  if (ask) return Ask();
  got(std::move(known));
}

void PublicCourseCache::Ask() {
  using Async = catalog::v1::Courses::StubInterface::async_interface;
  using Response = catalog::v1::ListPublicCoursesResponse;
  CallUnary<Async, catalog::v1::ListPublicCoursesRequest, Response>(
      courses_.async(), &Async::ListPublicCourses, identity_, kPatience, {},
      [this, hold = in_flight_.Add()](absl::StatusOr<Response> response) { Take(std::move(response)); });
}

void PublicCourseCache::Take(absl::StatusOr<catalog::v1::ListPublicCoursesResponse> response) {
  std::string answer = response.ok() ? response->SerializeAsString() : std::string();
  std::vector<Got> waiting;
  std::shared_ptr<const CachedCourses> known;
  {
    absl::MutexLock lock(&mutex_);
    if (response.ok() && (known_ == nullptr || answer != answer_)) {
      auto fresh = std::make_shared<CachedCourses>();
      fresh->version = known_ == nullptr ? 1 : known_->version + 1;
      fresh->courses.assign(std::make_move_iterator(response->mutable_result()->begin()),
                            std::make_move_iterator(response->mutable_result()->end()));
      known_ = std::move(fresh);
      answer_ = std::move(answer);
    }
    asking_ = false;
    ask_again_ = std::chrono::steady_clock::now() + (response.ok() ? kFreshFor : kLeftAloneFor);
    known = known_;
    waiting.swap(waiting_);
  }
  if (!response.ok()) LogWarning("public courses not fetched", {{"error", MessageOf(response.status())}});
  for (const Got& got : waiting) got(known);
}

}  // namespace academy::edge
