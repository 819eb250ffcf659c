// Follows auth's and catalog's feeds for the life of the process: removes what was of learners and courses that are no
// more, and keeps the remembered courses true.
#pragma once

#include <grpcpp/channel.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "academy/auth/v1/sessions.grpc.pb.h"
#include "academy/catalog/v1/feed.grpc.pb.h"
#include "services/enrollment/upstream_sync/removal_store.h"
#include "services/enrollment/upstream_sync/upstream_clients.h"
#include "services/enrollment/watching/course_cache.h"
#include "services/platform/feed/feed_follower.h"
#include "services/platform/rpc/channel.h"

namespace academy::enrollment {

// Thread-safe; follows until it is destroyed. An event is handled at least once, and never skipped: the position is
// stored with its effect. Where a feed has forgotten events since, everybody and everything that is not there any more
// is removed.
class FeedCleanup {
 public:
  // Where the feeds are read, and who is asked about the whole state. All must outlive the clean-up.
  struct Upstreams {
    const std::shared_ptr<grpc::Channel>& auth_channel;
    const std::shared_ptr<grpc::Channel>& catalog_channel;
    AuthClient& auth;
    CatalogClient& catalog;
  };
  FeedCleanup(RemovalStore& removals, CourseCache& courses, const Upstreams& upstreams, const CallIdentity& identity);

 private:
  // How far a feed was read. Events that change nothing here are many (every sign-out is one): their positions are
  // stored only now and then, since reading some again after a restart costs less than a commit for each.
  struct Reading {
    std::string_view source;
    std::atomic<int64_t> seen = 0;
    std::atomic<int> passed = 0;
  };

  absl::StatusOr<int64_t> PositionOf(const Reading& reading);
  absl::Status Done(Reading& reading, int64_t position, absl::Status status);
  absl::Status Pass(Reading& reading, int64_t position);
  absl::Status Handle(const auth::v1::Event& event);
  absl::Status Handle(const catalog::v1::Event& event);
  absl::Status ForgetMissingLearners(int64_t head);
  absl::Status ForgetMissingCourses(int64_t head);

  RemovalStore& removals_;
  CourseCache& courses_;
  AuthClient& auth_client_;
  CatalogClient& catalog_client_;
  const std::unique_ptr<auth::v1::Sessions::Stub> auth_stub_;
  const std::unique_ptr<catalog::v1::Feed::Stub> catalog_stub_;
  Reading auth_reading_{"auth"};
  Reading catalog_reading_{"catalog"};
  // Last: their threads use all of the above.
  FeedFollower<auth::v1::Event> auth_;
  FeedFollower<catalog::v1::Event> catalog_;
};

}  // namespace academy::enrollment
