#include "services/enrollment/upstream_sync/feed_cleanup.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <vector>

#include "services/platform/base/status.h"

namespace academy::enrollment {
namespace {

constexpr int kPassedBetweenCommits = 256;

}  // namespace

FeedCleanup::FeedCleanup(RemovalStore& removals, CourseCache& courses, const Upstreams& upstreams,
                         const CallIdentity& identity)
    : removals_(removals),
      courses_(courses),
      auth_client_(upstreams.auth),
      catalog_client_(upstreams.catalog),
      auth_stub_(auth::v1::Sessions::NewStub(upstreams.auth_channel)),
      catalog_stub_(catalog::v1::Feed::NewStub(upstreams.catalog_channel)),
      auth_("auth", identity,
            {.open =
                 [this](grpc::ClientContext& context, int64_t after) {
                   auth::v1::WatchRequest request;
                   request.set_after(after);
                   return auth_stub_->Watch(&context, request);
                 },
             .position = [this] { return PositionOf(auth_reading_); },
             .handle = [this](const auth::v1::Event& event) { return Handle(event); },
             .live = nullptr,
             .gap = [this](int64_t head) { return ForgetMissingLearners(head); }}),
      catalog_("catalog", identity,
               {.open =
                    [this](grpc::ClientContext& context, int64_t after) {
                      catalog::v1::WatchRequest request;
                      request.set_after(after);
                      return catalog_stub_->Watch(&context, request);
                    },
                .position = [this] { return PositionOf(catalog_reading_); },
                .handle = [this](const catalog::v1::Event& event) { return Handle(event); },
                .live = [this](bool live, int64_t position) { courses_.OnStream(live, position); },
                .gap = [this](int64_t head) { return ForgetMissingCourses(head); }}) {}

absl::StatusOr<int64_t> FeedCleanup::PositionOf(const Reading& reading) {
  ASSIGN_OR_RETURN(int64_t stored, removals_.Position(reading.source));
  return std::max<int64_t>(stored, reading.seen);
}

absl::Status FeedCleanup::Done(Reading& reading, int64_t position, absl::Status status) {
  if (status.ok()) {
    reading.seen = position;
    reading.passed = 0;
  }
  return status;
}

absl::Status FeedCleanup::Pass(Reading& reading, int64_t position) {
  if (++reading.passed >= kPassedBetweenCommits)
    return Done(reading, position, removals_.Pass(reading.source, position));
  reading.seen = position;
  return absl::OkStatus();
}

absl::Status FeedCleanup::Handle(const auth::v1::Event& event) {
  if (!event.has_learner_removed()) return Pass(auth_reading_, event.position());
  return Done(
      auth_reading_, event.position(),
      removals_.ForgetLearner(event.learner_removed().learner_id(),
                              RemovalStore::Told{.source = auth_reading_.source, .position = event.position()}));
}

absl::Status FeedCleanup::Handle(const catalog::v1::Event& event) {
  courses_.OnEvent(event);
  if (!event.has_course_removed()) return Pass(catalog_reading_, event.position());
  return Done(
      catalog_reading_, event.position(),
      removals_.ForgetCourse(event.course_removed().course_id(),
                             RemovalStore::Told{.source = catalog_reading_.source, .position = event.position()}));
}

// Ours are read before theirs: who is new in between is in theirs alone, and nobody comes back once removed.
absl::Status FeedCleanup::ForgetMissingLearners(int64_t head) {
  ASSIGN_OR_RETURN(std::vector<std::string> ours, removals_.Learners());
  ASSIGN_OR_RETURN(std::vector<std::string> theirs, auth_client_.ListIds(Caller(), {}));
  std::unordered_set<std::string_view> there(theirs.begin(), theirs.end());
  for (const std::string& id : ours) {
    if (!there.contains(id)) RETURN_IF_ERROR(removals_.ForgetLearner(id, std::nullopt));
  }
  return Done(auth_reading_, head, removals_.Pass(auth_reading_.source, head));
}

absl::Status FeedCleanup::ForgetMissingCourses(int64_t head) {
  ASSIGN_OR_RETURN(std::vector<std::string> ours, removals_.Courses());
  ASSIGN_OR_RETURN(std::vector<catalog::v1::Course> theirs, catalog_client_.AllCourses(Caller()));
  std::unordered_set<std::string_view> there;
  for (const catalog::v1::Course& course : theirs) there.insert(course.id());
  for (const std::string& id : ours) {
    if (!there.contains(id)) RETURN_IF_ERROR(removals_.ForgetCourse(id, std::nullopt));
  }
  return Done(catalog_reading_, head, removals_.Pass(catalog_reading_.source, head));
}

}  // namespace academy::enrollment
