// The CourseBin service: managers list, restore and purge deleted courses.
//
// Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "academy/catalog/v1/course_bin.grpc.pb.h"
#include "services/catalog/assets/sweeper.h"
#include "services/catalog/deps.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/platform/background/bin_term.h"
#include "services/platform/rpc/handler.h"

namespace academy::catalog {

class CourseBinService final : public v1::CourseBin::CallbackService {
 public:
  // The files and the sweeper.
  struct Media {
    UploadStorage& files;
    Sweeper& sweeper;
  };
  // All must outlive the service.
  CourseBinService(const Deps& deps, RpcHandler& rpc, const Media& media, const BinTerm& term)
      : deps_(deps), rpc_(rpc), media_(media), term_(term) {}

  ACADEMY_RPC(rpc_.executor(), ListBinnedCourses, v1::ListBinnedCoursesRequest, v1::ListBinnedCoursesResponse)
  ACADEMY_RPC(rpc_.executor(), RestoreCourse, v1::RestoreCourseRequest, v1::RestoreCourseResponse)
  ACADEMY_RPC(rpc_.executor(), PurgeCourse, v1::PurgeCourseRequest, v1::PurgeCourseResponse)

  // Purges what has been in the bin for the whole term. Errors as Database::Write and UploadStorage::Remove.
  absl::Status PurgeDue();

 private:
  // Deletes a course in the bin for good, in a transaction.
  struct Purged {
    // Their uploaded files are to be removed.
    std::vector<std::string> assets;
    int64_t position = 0;
  };
  absl::StatusOr<Purged> Purge(Transaction& tx, const Caller& caller, const std::string& id);
  absl::Status RemoveFiles(const std::vector<std::string>& assets);

  absl::StatusOr<v1::ListBinnedCoursesResponse> ListBinnedCourses(const Caller& caller,
                                                                  const v1::ListBinnedCoursesRequest& request);
  absl::StatusOr<v1::RestoreCourseResponse> RestoreCourse(const Caller& caller,
                                                          const v1::RestoreCourseRequest& request);
  absl::StatusOr<v1::PurgeCourseResponse> PurgeCourse(const Caller& caller, const v1::PurgeCourseRequest& request);

  const Deps& deps_;
  RpcHandler& rpc_;
  const Media media_;
  const BinTerm term_;
};

}  // namespace academy::catalog
