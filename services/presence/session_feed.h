// Follows auth's feed and ends the live connections of ended sessions.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/auth/v1/sessions.grpc.pb.h"
#include "services/platform/db/database.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/health/feed_health.h"
#include "services/presence/attachments.h"

namespace academy::presence {

// Thread-safe. Follows the feed from construction to destruction, on the follower's thread.
class SessionFeed {
 public:
  // `on_live` is called on the follower's thread whenever the feed has (re)opened. All references must outlive this
  // object.
  SessionFeed(Database& database, Attachments& attachments, auth::v1::Sessions::Stub& auth, CallIdentity identity,
              std::function<void()> on_live);

  // For the service's health and metrics; used only while this object lives.
  FollowedFeed Followed();

 private:
  absl::StatusOr<FeedPlace> StartPlace();
  absl::Status Handle(const auth::v1::Event& event, const FeedPlace& place);
  absl::Status StoreNow(const FeedPlace& place);

  Database& database_;
  Attachments& attachments_;
  auth::v1::Sessions::Stub& auth_;
  // Used only on the follower's thread: the place of the last event that was handled, nullopt before the first read,
  // and when a place was stored last.
  std::optional<FeedPlace> handled_;
  absl::Duration stored_at_ = -absl::InfiniteDuration();
  bool replayed_ = false;
  // Last, because its thread uses all members above.
  FeedFollower<auth::v1::Event> follower_;
};

}  // namespace academy::presence
