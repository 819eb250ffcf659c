// Follows the feeds of auth and the catalog: removes the data of removed learners and courses, and keeps the course
// cache current.
#pragma once

#include <grpcpp/channel.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/health/feed_health.h"
#include "services/platform/rpc/channel.h"

namespace academy::enrollment {

// Thread-safe; follows the feeds until it is destroyed. Each event is handled at least once: its position is stored in
// the transaction of its effect. If a feed no longer has all events since the stored position, the stored learners or
// courses are compared with those of auth or the catalog.
class FeedCleanup {
 public:
  // The channels over which the feeds are read.
  struct Channels {
    const std::shared_ptr<grpc::Channel>& auth;
    const std::shared_ptr<grpc::Channel>& catalog;
  };
  // `deps` and the channels must outlive this object.
  FeedCleanup(const Deps& deps, const Channels& channels, const CallIdentity& identity);

  // For the service's health and metrics; used only while this object lives.
  std::vector<FollowedFeed> Followed();

 private:
  // How far a feed was read. Most events change nothing here (every sign-out is one), so their positions are stored
  // only once in a while: reading some events again after a restart is cheaper than a commit for each.
  struct Reader {
    std::string_view source;
    // The position of the latest handled event.
    std::atomic<int64_t> position = 0;
    // Number of events skipped since a position was stored.
    std::atomic<int> skipped = 0;
  };

  absl::StatusOr<int64_t> PositionOf(const Reader& reader);
  // Notes that the position was stored in the database if `status` is OK.
  absl::Status Stored(Reader& reader, int64_t position, absl::Status status);
  absl::Status StorePosition(Reader& reader, int64_t position);
  // Handles an event that changes nothing here.
  absl::Status Skip(Reader& reader, int64_t position);
  absl::Status Handle(const auth::v1::Event& event);
  absl::Status Handle(const catalog::v1::Event& event);
  absl::Status RemoveMissingLearners(int64_t head);
  absl::Status RemoveMissingCourses(int64_t head);

  const Deps& deps_;
  const std::unique_ptr<auth::v1::Sessions::Stub> auth_stub_;
  const std::unique_ptr<catalog::v1::Feed::Stub> catalog_stub_;
  Reader auth_reader_{"auth"};
  Reader catalog_reader_{"catalog"};
  // Last, because their threads use all members above.
  FeedFollower<auth::v1::Event> auth_;
  FeedFollower<catalog::v1::Event> catalog_;
};

}  // namespace academy::enrollment
