// Enrollment's calls to the catalog, always in batches, never one call per row.
#pragma once

#include <grpcpp/channel.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "academy/catalog/v1/courses.grpc.pb.h"
#include "academy/catalog/v1/playback.grpc.pb.h"
#include "services/enrollment/upstream_sync/binned/listed_ids.h"
#include "services/platform/rpc/caller.h"
#include "services/platform/upstream/upstream.h"

namespace academy::enrollment {

// Thread-safe. Each call blocks for at most 1 s, on behalf of `caller`'s request; errors as Upstream::Call.
class CatalogClient {
 public:
  // Allows at most `max_in_flight` concurrent calls, so that a slow catalog cannot occupy all of the service's threads.
  CatalogClient(const std::shared_ptr<grpc::Channel>& channel, size_t max_in_flight);

  // Returns the existing courses among `ids`, in that order.
  absl::StatusOr<std::vector<catalog::v1::Course>> GetCourses(const Caller& caller,
                                                              const std::vector<std::string>& ids);
  // Returns one course. NOT_FOUND course_not_found.
  absl::StatusOr<catalog::v1::Course> GetCourse(const Caller& caller, const std::string& id);
  // Returns all courses, or those that `search` finds, in the order of `sort` as in the catalog's ListCourses; newest
  // first by default. INVALID_ARGUMENT validation_failed as that list.
  absl::StatusOr<std::vector<catalog::v1::Course>> AllCourses(const Caller& caller, const std::string& search = "",
                                                              const std::string& sort = "");
  // Returns the ids of all courses, and of those in the bin.
  absl::StatusOr<ListedIds> ListAllIds(const Caller& caller);
  // Returns how to play the assets; assets that are not playable yet are left out.
  absl::StatusOr<std::vector<catalog::v1::BatchGetPlaybackResponse::Playback>> GetPlayback(
      const Caller& caller, const std::vector<std::string>& asset_ids);

 private:
  // Calls `visit` with each page of all courses.
  absl::Status VisitPages(const Caller& caller, catalog::v1::BatchGetCoursesRequest request,
                          absl::FunctionRef<void(catalog::v1::BatchGetCoursesResponse&)> visit);
  absl::StatusOr<std::vector<catalog::v1::Course>> Get(const Caller& caller,
                                                       const catalog::v1::BatchGetCoursesRequest& request);

  catalog::v1::Courses::Stub courses_;
  catalog::v1::Playback::Stub playback_;
  Upstream catalog_;
};

}  // namespace academy::enrollment
