#include "services/presence/session_feed.h"

#include <algorithm>
#include <utility>

#include "services/platform/feed/change_feed.h"

namespace academy::presence {
namespace {

constexpr char kSource[] = "auth";
// Number of events read again after a start: they restore the registry's memory of ended sessions, and handling one
// twice changes nothing.
constexpr int64_t kReplayed = 10'000;

}  // namespace

SessionFeed::SessionFeed(Database& database, Attachments& attachments, auth::v1::Sessions::Stub& auth,
                         CallIdentity identity, std::function<void()> on_live)
    : database_(database),
      attachments_(attachments),
      auth_(auth),
      follower_(kSource, std::move(identity),
                {.open =
                     [this](grpc::ClientContext& context, int64_t after) {
                       auth::v1::WatchRequest request;
                       request.set_after(after);
                       return auth_.Watch(&context, request);
                     },
                 .position = [this] { return StartPosition(); },
                 .handle = [this](const auth::v1::Event& event) { return Handle(event); },
                 .live =
                     [on_live = std::move(on_live)](bool live, int64_t) {
                       if (live) on_live();
                     }}) {}

FollowedFeed SessionFeed::Followed() {
  auto load = [](soci::session& sql) -> absl::StatusOr<int64_t> { return LoadFeedPosition(sql, kSource); };
  return {.source = kSource,
          .lost_for = [this] { return follower_.LostFor(); },
          .position = [this, load] { return database_.Read(load).value_or(-1); }};
}

absl::StatusOr<int64_t> SessionFeed::StartPosition() {
  if (stored_ < 0) {
    ASSIGN_OR_RETURN(stored_, database_.Read([](soci::session& sql) -> absl::StatusOr<int64_t> {
      return LoadFeedPosition(sql, kSource);
    }));
  }
  if (std::exchange(replayed_, true)) return stored_;
  return std::max<int64_t>(0, stored_ - kReplayed);
}

absl::Status SessionFeed::Handle(const auth::v1::Event& event) {
  switch (event.event_case()) {
    case auth::v1::Event::kSessionEnded:
      attachments_.EndSession(event.session_ended().session_id(), event.session_ended().reason(), event.position());
      break;
    case auth::v1::Event::kLearnerRemoved:
      attachments_.SignOut(event.learner_removed().learner_id(), "removed", event.position());
      break;
    default:
      break;
  }
  if (event.position() <= stored_) return absl::OkStatus();
  RETURN_IF_ERROR(database_.Write([&](Transaction& tx) {
    StoreFeedPosition(tx, kSource, event.position());
    return absl::OkStatus();
  }));
  stored_ = event.position();
  return absl::OkStatus();
}

}  // namespace academy::presence
