// What enrollment asks auth and catalog, always in batches: never one call a row.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "academy/auth/v1/learner_lookup.grpc.pb.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/media.grpc.pb.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/upstream/upstream.h"

namespace academy::enrollment {

// Of the service's threads, eight unless told otherwise, that one peer may hold.
inline constexpr size_t kUpstreamThreads = 5;

// Which learners, and in which order: as auth's own list takes them. An empty sort is by name.
struct LearnerFilter {
  std::string search;
  std::string sort;
  std::optional<bool> active;
};

// Each call blocks for 1 s at most, on behalf of `caller`'s request; errors as of Upstream::Call. Thread-safe.
class AuthClient {
 public:
  AuthClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential, size_t threads = kUpstreamThreads);

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

  auth::v1::LearnerLookup::Stub learners_;
  Upstream auth_;
};

// As AuthClient. Thread-safe.
class CatalogClient {
 public:
  CatalogClient(const std::shared_ptr<grpc::Channel>& channel, std::string credential,
                size_t threads = kUpstreamThreads);

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

  catalog::v1::Courses::Stub courses_;
  catalog::v1::Media::Stub media_;
  Upstream catalog_;
};

}  // namespace academy::enrollment
