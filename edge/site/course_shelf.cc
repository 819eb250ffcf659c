#include "edge/site/course_shelf.h"

#include <utility>

#include "absl/time/clock.h"
#include "services/common/log.h"

namespace academy::edge {
namespace {

constexpr absl::Duration kFreshFor = absl::Seconds(3);
constexpr absl::Duration kLeftAloneFor = absl::Seconds(1);
constexpr absl::Duration kPatience = absl::Seconds(1);

}  // namespace

CourseShelf::CourseShelf(catalog::v1::Courses::Stub& courses, std::string credential)
    : courses_(courses),
      identity_({.credential = std::move(credential), .caller = {.kind = CallerKind::kService, .id = "edge"}}) {}

void CourseShelf::Get(Got got) {
  std::shared_ptr<const ShelfOfCourses> known;
  bool ask = false;
  {
    absl::MutexLock lock(&mutex_);
    ask = absl::Now() >= ask_again_;
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

void CourseShelf::Ask() {
  struct Call {
    grpc::ClientContext context;
    catalog::v1::FetchPublicCoursesRequest request;
    catalog::v1::FetchPublicCoursesResponse response;
  };
  auto call = std::make_shared<Call>();
  PrepareContext(call->context, identity_, kPatience);
  courses_.async()->FetchPublicCourses(&call->context, &call->request, &call->response,
                                       [this, call](const grpc::Status& status) { Take(status, call->response); });
}

void CourseShelf::Take(const grpc::Status& status, catalog::v1::FetchPublicCoursesResponse& response) {
  std::string answer = status.ok() ? response.SerializeAsString() : std::string();
  std::vector<Got> waiting;
  std::shared_ptr<const ShelfOfCourses> known;
  {
    absl::MutexLock lock(&mutex_);
    if (status.ok() && (known_ == nullptr || answer != answer_)) {
      auto fresh = std::make_shared<ShelfOfCourses>();
      fresh->version = known_ == nullptr ? 1 : known_->version + 1;
      fresh->courses.assign(std::make_move_iterator(response.mutable_result()->begin()),
                            std::make_move_iterator(response.mutable_result()->end()));
      known_ = std::move(fresh);
      answer_ = std::move(answer);
    }
    asking_ = false;
    ask_again_ = absl::Now() + (status.ok() ? kFreshFor : kLeftAloneFor);
    known = known_;
    waiting.swap(waiting_);
  }
  if (!status.ok()) LogWarning("public courses not told", {{"error", status.error_message()}});
  for (const Got& got : waiting) got(known);
}

}  // namespace academy::edge
