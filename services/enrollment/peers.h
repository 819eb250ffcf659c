// What enrollment asks auth and catalog, always in batches: never one call a row.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "academy/auth/v1/learners.grpc.pb.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "services/common/rpc/caller.h"

namespace academy::enrollment {

// Spares callers the wait for a peer that hangs: once a call ran into its deadline, one call at a time is let through
// until one is answered again. Otherwise all threads of the service would wait for that peer, and none be left for
// calls that do not need it. Thread-safe.
class HangGuard {
 public:
  // False: the peer hangs, do not call it. After true, Leave must follow.
  bool Enter() ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave(bool answered) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  absl::Mutex mutex_;
  bool hangs_ ABSL_GUARDED_BY(mutex_) = false;
  bool trying_ ABSL_GUARDED_BY(mutex_) = false;
};

// Each call blocks for 1 s at most, on behalf of `caller`'s request. UNAVAILABLE auth_unavailable or
// catalog_unavailable when the peer is down, its own error when it answered with one that tells to come back,
// DEADLINE_EXCEEDED timeout when it is too slow, INTERNAL for anything else. Thread-safe.
class AuthClient {
 public:
  AuthClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential);

  // Those of `ids` that exist, in that order.
  absl::StatusOr<std::vector<auth::v1::Learner>> GetLearners(const Caller& caller, const std::vector<std::string>& ids);
  // All, by name.
  absl::StatusOr<std::vector<auth::v1::Learner>> AllLearners(const Caller& caller);

 private:
  absl::StatusOr<std::vector<auth::v1::Learner>> Get(const Caller& caller,
                                                     const auth::v1::BatchGetLearnersRequest& request);

  const std::unique_ptr<auth::v1::Learners::Stub> learners_;
  const std::string credential_;
  HangGuard guard_;
};

// As AuthClient. Thread-safe.
class CatalogClient {
 public:
  CatalogClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential);

  // Those of `ids` that exist, in that order.
  absl::StatusOr<std::vector<catalog::v1::Course>> GetCourses(const Caller& caller,
                                                              const std::vector<std::string>& ids);
  // One course. NOT_FOUND course_not_found.
  absl::StatusOr<catalog::v1::Course> GetCourse(const Caller& caller, const std::string& id);
  absl::StatusOr<std::vector<catalog::v1::Course>> AllCourses(const Caller& caller);
  // How to play those of the assets that can be played.
  absl::StatusOr<std::vector<catalog::v1::BatchGetPlaybackResponse::Playback>> GetPlayback(
      const Caller& caller, const std::vector<std::string>& asset_ids);

 private:
  absl::StatusOr<std::vector<catalog::v1::Course>> Get(const Caller& caller,
                                                       const catalog::v1::BatchGetCoursesRequest& request);

  const std::unique_ptr<catalog::v1::Courses::Stub> courses_;
  const std::unique_ptr<catalog::v1::Media::Stub> media_;
  const std::string credential_;
  HangGuard guard_;
};

}  // namespace academy::enrollment
