#include "services/presence/session_feed.h"

#include <algorithm>
#include <utility>

#include "services/platform/base/steady_time.h"
#include "services/platform/feed/change_feed.h"

namespace academy::presence {
namespace {

constexpr char kSource[] = "auth";
// Number of events read again after a start: they restore the registry's memory of ended sessions, and handling one
// twice changes nothing.
constexpr int64_t kReplayed = 10'000;
constexpr absl::Duration kStoreInterval = absl::Seconds(1);

}  // namespace

SessionFeed::SessionFeed(Database& database, Attachments& attachments, auth::v1::Sessions::Stub& auth,
                         CallIdentity identity, std::function<void()> on_live)
    : database_(database),
      attachments_(attachments),
      auth_(auth),
      follower_(
          kSource, std::move(identity),
          {.open =
               [this](grpc::ClientContext& context, const FeedPlace& after, BlockingReader<auth::v1::Event>& reader) {
                 OpenWatch<auth::v1::WatchRequest>(auth_, context, after, reader);
               },
           .place = [this] { return StartPlace(); },
           .handle = [this](const auth::v1::Event& event, const FeedPlace& place) { return Handle(event, place); },
           .live =
               [on_live = std::move(on_live)](bool live, const FeedPlace&) {
                 if (live) on_live();
               },
           // The positions of another history say nothing about this one. The edges drop what they knew of
           // sessions for the same reason, and end the connections of those that are gone.
           .gap =
               [this](const FeedStart& start) {
                 if (!start.restored()) return absl::OkStatus();
                 attachments_.ForgetSignOuts();
                 handled_ = start.head();
                 return StoreNow(start.head());
               }}) {}

FollowedFeed SessionFeed::Followed() {
  auto load = [](soci::session& sql) -> absl::StatusOr<int64_t> { return LoadFeedPlace(sql, kSource).position(); };
  return {.source = kSource,
          .lost_for = [this] { return follower_.LostFor(); },
          .position = [this, load] { return database_.Read(load).value_or(-1); }};
}

absl::StatusOr<FeedPlace> SessionFeed::StartPlace() {
  if (!handled_.has_value()) {
    ASSIGN_OR_RETURN(handled_, database_.Read([](soci::session& sql) -> absl::StatusOr<FeedPlace> {
      return LoadFeedPlace(sql, kSource);
    }));
  }
  FeedPlace start = *handled_;
  if (std::exchange(replayed_, true) || start.position() <= 0) return start;
  start.set_position(std::max<int64_t>(0, start.position() - kReplayed));
  start.clear_event_id();
  return start;
}

absl::Status SessionFeed::Handle(const auth::v1::Event& event, const FeedPlace& place) {
  switch (event.event_case()) {
    case auth::v1::Event::kSessionEnded:
      attachments_.EndSession(event.session_ended().session_id(), event.session_ended().reason(), event.position());
      break;
    case auth::v1::Event::kLearnerRemoved:
      attachments_.SignOut(event.learner_removed().learner_id(), "removed", event.position());
      break;
    case auth::v1::Event::kLearnerBinned:
      attachments_.SignOut(event.learner_binned().learner_id(), "removed", event.position());
      break;
    case auth::v1::Event::kLearnerSignedOut:
      attachments_.SignOut(event.learner_signed_out().learner_id(), "signed_out_by_manager", event.position());
      break;
    default:
      break;
  }
  if (place.position() <= handled_->position()) return absl::OkStatus();
  handled_ = place;
  // What is not stored is handled again after a restart.
  if (SteadyNow() - stored_at_ < kStoreInterval) return absl::OkStatus();
  return StoreNow(place);
}

// Several presences of one database store their places in turn; whichever of them is found is a good one to begin at.
absl::Status SessionFeed::StoreNow(const FeedPlace& place) {
  RETURN_IF_ERROR(database_.Write([&](Transaction& tx) {
    StoreFeedPlace(tx, kSource, place);
    return absl::OkStatus();
  }));
  stored_at_ = SteadyNow();
  return absl::OkStatus();
}

}  // namespace academy::presence
