// Follows the feeds of auth and the catalog: removes the data of removed learners and courses, hides what is in the
// bin, notices who is missing without having been removed, and keeps the course cache and the time zone current.
#pragma once

#include <grpcpp/channel.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "services/enrollment/deps.h"
#include "services/enrollment/upstream_sync/list_comparison.h"
#include "services/platform/background/periodic_task.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/health/feed_health.h"
#include "services/platform/rpc/channel.h"

namespace academy::enrollment {

// Thread-safe; follows the feeds until it is destroyed. Each event is handled at least once: its place is stored in the
// transaction of its effect. Several enrollments of one database each follow the feeds, for their caches; an event
// changes the database once, by whichever comes first. Whenever a stream opens and has caught up, the stored learners
// or courses are compared with those of auth or the catalog (list_comparison.h), and again every hour while some are
// missing.
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
  // Soon compares the list of that kind.
  void CompareAgain(ListKind kind);

 private:
  // How far a feed was read. Most events change nothing here (every sign-out is one), so their places are stored at
  // intervals: reading some events again after a restart is cheaper than a commit for each. Used on the follower's
  // thread.
  struct Reader {
    std::string_view source;
    ListKind kind;
    // The place of the latest handled event; nullopt before it was loaded.
    std::optional<FeedPlace> place;
    // The place in the database, and when it was stored.
    FeedPlace stored;
    UnixMillis stored_at = 0;
    // The end of the feed when the stream opened, until it was reached; -1 afterwards.
    int64_t catching_up_to = -1;
    // Whether the lists are to be compared. Used by the checking thread too.
    std::atomic<bool> comparison_due = false;
    // The place's position, for other threads; -1 before it was loaded.
    std::atomic<int64_t> position = -1;

    void MoveTo(FeedPlace to) {
      position = to.position();
      place = std::move(to);
    }
  };

  absl::StatusOr<FeedPlace> PlaceOf(Reader& reader);
  // Notes that the place was stored in the database if `status` is OK.
  absl::Status Stored(Reader& reader, const FeedPlace& place, absl::Status status);
  absl::Status Advance(Reader& reader, const FeedPlace& place);
  // Handles an event that changes nothing here.
  absl::Status Skip(Reader& reader, const FeedPlace& place);
  absl::Status Handle(const auth::v1::Event& event, const FeedPlace& place);
  absl::Status Handle(const catalog::v1::Event& event, const FeedPlace& place);
  void OnStream(Reader& reader, bool live, const FeedPlace& head);
  absl::Status OnGap(Reader& reader, const FeedStart& start);
  void NoteCaughtUp(Reader& reader);
  // Compares what is due or missing, and counts for how long it has been missing.
  absl::Status CheckLists();
  absl::Status CheckList(Reader& reader);
  absl::Status Compare(ListKind kind);

  const Deps& deps_;
  const std::unique_ptr<auth::v1::Sessions::Stub> auth_stub_;
  const std::unique_ptr<catalog::v1::Feed::Stub> catalog_stub_;
  Reader auth_reader_{.source = "auth", .kind = ListKind::kLearners};
  Reader catalog_reader_{.source = "catalog", .kind = ListKind::kCourses};
  // Before the followers, which wake it.
  PeriodicTask checking_;
  // Last, because their threads use all members above.
  FeedFollower<auth::v1::Event> auth_;
  FeedFollower<catalog::v1::Event> catalog_;
};

}  // namespace academy::enrollment
