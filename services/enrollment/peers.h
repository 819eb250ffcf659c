// What enrollment asks auth and catalog, always in batches: never one call a row.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <optional>
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

// Keeps a peer that hangs from taking all threads of the service, so that some are left for calls that do not need it:
// so many calls may be on their way at once, and once one ran into its deadline, one at a time until one is answered
// again. Thread-safe.
class HangGuard {
 public:
  explicit HangGuard(size_t most_at_once) : most_at_once_(most_at_once) {}

  // Waits for a place, as long as a healthy peer could need to make one. False: do not call it. After true, Leave must
  // follow.
  bool Enter() ABSL_LOCKS_EXCLUDED(mutex_);
  void Leave(bool answered) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  bool Decided() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) { return hangs_ || inside_ < most_at_once_; }

  const size_t most_at_once_;
  absl::Mutex mutex_;
  bool hangs_ ABSL_GUARDED_BY(mutex_) = false;
  size_t inside_ ABSL_GUARDED_BY(mutex_) = 0;
};

// Of the service's threads, eight unless told otherwise, that one peer may hold.
inline constexpr size_t kPeerThreads = 5;

// Which learners, and in which order: as auth's own list takes them. An empty sort is by name.
struct LearnerFilter {
  std::string search;
  std::string sort;
  std::optional<bool> active;
};

// Each call blocks for 1 s at most, on behalf of `caller`'s request. UNAVAILABLE auth_unavailable or
// catalog_unavailable when the peer is down, its own error when it answered with one that tells to come back,
// DEADLINE_EXCEEDED timeout when it is too slow, INTERNAL for anything else. Thread-safe.
class AuthClient {
 public:
  AuthClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads = kPeerThreads);

  // Those of `ids` that exist, in that order.
  absl::StatusOr<std::vector<auth::v1::Learner>> GetLearners(const Caller& caller, const std::vector<std::string>& ids);
  // All, by name.
  absl::StatusOr<std::vector<auth::v1::Learner>> AllLearners(const Caller& caller);
  // Ids of those that a list would show, in its order. INVALID_ARGUMENT validation_failed as the list says.
  absl::StatusOr<std::vector<std::string>> ListIds(const Caller& caller, const LearnerFilter& filter);
  // Whose the addresses are, in their order.
  absl::StatusOr<std::vector<auth::v1::FindLearnersByEmailResponse::Row>> FindByEmail(
      const Caller& caller, const std::vector<std::string>& emails);

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
  CatalogClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads = kPeerThreads);

  // Those of `ids` that exist, in that order.
  absl::StatusOr<std::vector<catalog::v1::Course>> GetCourses(const Caller& caller,
                                                              const std::vector<std::string>& ids);
  // One course. NOT_FOUND course_not_found.
  absl::StatusOr<catalog::v1::Course> GetCourse(const Caller& caller, const std::string& id);
  // All, or those that `search` finds; in the order of `sort` as the catalog's own list takes it, the newest first
  // without one. INVALID_ARGUMENT validation_failed as the list says.
  absl::StatusOr<std::vector<catalog::v1::Course>> AllCourses(const Caller& caller, const std::string& search = "",
                                                              const std::string& sort = "");
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
