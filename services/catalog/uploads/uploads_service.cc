#include "services/catalog/uploads/uploads_service.h"

#include <string>
#include <utility>
#include <vector>

#include "services/catalog/courses/validation.h"
#include "services/catalog/errors.h"
#include "services/catalog/uploads/append_reactor.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::catalog {
namespace {

// After its last bytes an upload counts as one that goes on for so long.
constexpr UnixMillis kOnItsWay = 60 * 60 * 1000;

}  // namespace

absl::StatusOr<v1::UploadState> UploadsService::CreateUpload(const Caller& caller,
                                                             const v1::CreateUploadRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateNewUpload(request));
  if (request.length() > limits_.max_size) return error::UploadTooLarge();
  RETURN_IF_ERROR(RequireSpace(request.length()));
  NewUpload upload{.id = NewId(deps_.clock.Now()),
                   .length = std::nullopt,
                   .filename = request.filename(),
                   .metadata = request.metadata(),
                   .expires_at = deps_.clock.Now() + limits_.lifetime};
  if (request.has_length()) upload.length = request.length();
  // The file first: a file without a record is swept away, a record without a file would be an error.
  RETURN_IF_ERROR(deps_.files.Create(upload.id));
  absl::StatusOr<UploadRecord> created = deps_.uploads.Create(caller, upload);
  if (!created.ok()) {
    RETURN_IF_ERROR(deps_.files.Remove(upload.id));
    return created.status();
  }
  if (upload.length == 0) {
    RETURN_IF_ERROR(deps_.uploads.Complete(upload.id, 0));
    deps_.queue.Wake();
  }
  return ToState(*created, 0);
}

absl::StatusOr<v1::UploadState> UploadsService::GetUpload(const Caller& caller, const v1::GetUploadRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(UploadRecord upload, deps_.uploads.Get(request.upload_id()));
  if (upload.complete) return ToState(upload, upload.length.value_or(0));
  // Who asks is about to go on: what an earlier connection still brings must be stored, or cut off, before.
  UploadTurn turn(deps_.writers, request.upload_id());
  ASSIGN_OR_RETURN(upload, deps_.uploads.Get(request.upload_id()));
  if (upload.complete) return ToState(upload, upload.length.value_or(0));
  if (upload.expires_at <= deps_.clock.Now()) return error::UploadNotFound();
  ASSIGN_OR_RETURN(int64_t size, deps_.files.Size(request.upload_id()));
  return ToState(upload, size);
}

absl::StatusOr<v1::DeleteUploadResponse> UploadsService::DeleteUpload(const Caller& caller,
                                                                      const v1::DeleteUploadRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(deps_.uploads.Get(request.upload_id()).status());
  UploadTurn turn(deps_.writers, request.upload_id());
  RETURN_IF_ERROR(deps_.uploads.Terminate(caller, request.upload_id()));
  RETURN_IF_ERROR(deps_.files.Remove(request.upload_id()));
  deps_.sweeper.Wake();
  return v1::DeleteUploadResponse();
}

absl::Status UploadsService::RequireSpace(int64_t bytes) {
  // Who has sent nothing for a while may never come back, and holds no place.
  ASSIGN_OR_RETURN(std::vector<UploadRecord> open,
                   deps_.uploads.Open(deps_.clock.Now() + limits_.lifetime - kOnItsWay));
  for (const UploadRecord& upload : open) {
    absl::StatusOr<int64_t> size = deps_.files.Size(upload.id);
    if (size.ok()) bytes += *upload.length - *size;
  }
  return deps_.files.RequireSpace(bytes);
}

grpc::ServerReadReactor<v1::AppendUploadRequest>* UploadsService::AppendUpload(grpc::CallbackServerContext* context,
                                                                               v1::UploadState* response) {
  absl::StatusOr<Caller> caller = rpc_.CallerOf(*context);
  absl::Status allowed = caller.ok() ? RequireManager(*caller) : caller.status();
  return new AppendReactor(*context, *response,
                           {.disk = deps_.disk, .writers = deps_.writers, .on_whole = [this] { deps_.queue.Wake(); }},
                           UploadSession(deps_.uploads, deps_.files, deps_.clock, limits_), allowed);
}

}  // namespace academy::catalog
