#include "services/platform/snapshots/snapshot_service.h"

#include <algorithm>
#include <cctype>

#include "services/platform/base/status.h"
#include "services/platform/keys/key_file.h"
#include "services/platform/snapshots/sqlite_copy.h"

namespace academy {
namespace {

bool IsFolderName(const std::string& name) {
  return !name.empty() && name.size() <= 64 && std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c < 0x80 && (std::isalnum(c) != 0 || c == '-');
  });
}

}  // namespace

absl::StatusOr<common::v1::TakeResponse> SnapshotService::Take(const Caller& caller,
                                                               const common::v1::TakeRequest& request) {
  std::error_code error;
  if (!IsFolderName(request.folder()) || !std::filesystem::is_directory(run_folder_ / request.folder(), error)) {
    return Error(absl::StatusCode::kInvalidArgument, "folder_invalid", "There is no such folder in the run folder");
  }
  if (database_url_.find("://") != database_url_.npos) {
    // In a file and not in the answer, which may leave the machine: the address may have a password.
    RETURN_IF_ERROR(WriteSecretFile(run_folder_ / request.folder() / (name_ + ".address"), database_url_ + "\n"));
    return common::v1::TakeResponse();
  }
  std::filesystem::path target = run_folder_ / request.folder() / (name_ + ".db");
  RETURN_IF_ERROR(CopySqlite(database_url_, target, [this] { return stopping_.load(); }));
  common::v1::TakeResponse response;
  response.set_size(static_cast<int64_t>(std::filesystem::file_size(target, error)));
  return response;
}

}  // namespace academy
