#include "services/enrollment/feed_cleanup.h"

#include <algorithm>

#include "services/common/status.h"

namespace academy::enrollment {
namespace {

constexpr int kPassedBetweenCommits = 256;

}  // namespace

FeedCleanup::FeedCleanup(RemovalStore& removals, const std::shared_ptr<grpc::Channel>& auth,
                         const std::shared_ptr<grpc::Channel>& catalog, const CallIdentity& identity)
    : removals_(removals),
      auth_stub_(auth::v1::Sessions::NewStub(auth)),
      catalog_stub_(catalog::v1::Feed::NewStub(catalog)),
      auth_("auth", identity,
            {.open =
                 [this](grpc::ClientContext& context, int64_t after) {
                   auth::v1::WatchRequest request;
                   request.set_after(after);
                   return auth_stub_->Watch(&context, request);
                 },
             .position = [this] { return PositionOf(auth_reading_); },
             .handle = [this](const auth::v1::Event& event) { return Handle(event); },
             .live = nullptr}),
      catalog_("catalog", identity,
               {.open =
                    [this](grpc::ClientContext& context, int64_t after) {
                      catalog::v1::WatchRequest request;
                      request.set_after(after);
                      return catalog_stub_->Watch(&context, request);
                    },
                .position = [this] { return PositionOf(catalog_reading_); },
                .handle = [this](const catalog::v1::Event& event) { return Handle(event); },
                .live = nullptr}) {}

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
  return Done(auth_reading_, event.position(),
              removals_.ForgetLearner(event.learner_removed().learner_id(), auth_reading_.source, event.position()));
}

absl::Status FeedCleanup::Handle(const catalog::v1::Event& event) {
  if (!event.has_course_removed()) return Pass(catalog_reading_, event.position());
  return Done(catalog_reading_, event.position(),
              removals_.ForgetCourse(event.course_removed().course_id(), catalog_reading_.source, event.position()));
}

}  // namespace academy::enrollment
