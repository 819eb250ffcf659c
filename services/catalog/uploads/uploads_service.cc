#include "services/catalog/uploads/uploads_service.h"

#include <optional>
#include <utility>

#include "absl/time/time.h"
#include "services/catalog/assets/asset_removal.h"
#include "services/catalog/assets/asset_store.h"
#include "services/catalog/errors.h"
#include "services/catalog/uploads/append_reactor.h"
#include "services/catalog/uploads/upload_completion.h"
#include "services/catalog/uploads/upload_settling.h"
#include "services/catalog/uploads/upload_space.h"
#include "services/catalog/validator.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"

namespace academy::catalog {
namespace {

// Maximum lengths of `filename` and `filetype`, and of the whole metadata.
constexpr size_t kMaxFilename = 1'000;
constexpr size_t kMaxMetadata = 8'000;

absl::Status ValidateNewUpload(const v1::CreateUploadRequest& request) {
  Validator validator;
  if (request.has_length() && request.length() < 0) {
    validator.Refuse("length", "length_invalid", "The upload's length is not valid");
  }
  validator.Text("filename", request.filename(), kMaxFilename);
  validator.Text("filetype", request.filetype(), kMaxFilename);
  validator.Text("metadata", request.metadata(), kMaxMetadata);
  return validator.status();
}

AuditEntry UploadCreated(const NewUpload& upload) {
  AuditEntry entry{.action = "upload.created", .subject = {.kind = "asset", .id = upload.id, .name = upload.filename}};
  if (upload.length.has_value()) entry.details["size"] = std::to_string(*upload.length);
  return entry;
}

}  // namespace

absl::StatusOr<v1::UploadState> UploadsService::CreateUpload(const Caller& caller,
                                                             const v1::CreateUploadRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  RETURN_IF_ERROR(ValidateNewUpload(request));
  if (request.length() > limits_.max_size) return error::UploadTooLarge();
  UnixMillis now = deps_.clock.Now();
  NewUpload upload{.id = NewId(now),
                   .length = std::nullopt,
                   .filename = request.filename(),
                   .metadata = request.metadata(),
                   .expires_at = now + absl::ToInt64Milliseconds(limits_.lifetime)};
  if (request.has_length()) upload.length = request.length();
  // The file is created first: the next start removes a file without a record, but a record needs its file.
  RETURN_IF_ERROR(uploads_.files.Create(upload.id));
  absl::StatusOr<UploadRecord> created = StoreUpload(caller, upload);
  if (!created.ok()) {
    RETURN_IF_ERROR(uploads_.files.Remove(upload.id));
    return created.status();
  }
  if (upload.length == 0) uploads_.queue.Wake();
  return ToState(*created, 0);
}

absl::StatusOr<UploadRecord> UploadsService::StoreUpload(const Caller& caller, const NewUpload& upload) {
  return deps_.database.Write([&](Transaction& tx) -> absl::StatusOr<UploadRecord> {
    UnixMillis now = deps_.clock.Now();
    // In the transaction, so that two uploads are not promised the same space.
    RETURN_IF_ERROR(RequireSpaceForUpload(tx.sql(), uploads_.files, upload.length.value_or(0), now));
    UploadRecord created = InsertUpload(tx.sql(), upload, now);
    deps_.audit.Add(tx, caller, UploadCreated(upload));
    if (upload.length == 0) RETURN_IF_ERROR(CompleteUpload(tx, deps_.feed, upload.id, 0, now));
    return created;
  });
}

absl::StatusOr<v1::UploadState> UploadsService::GetUpload(const Caller& caller, const v1::GetUploadRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  ASSIGN_OR_RETURN(UploadRecord upload, LoadUpload(request.upload_id()));
  if (upload.complete) return ToState(upload, upload.length.value_or(0));
  // The client is about to resume. Ending an earlier connection first makes the offset final.
  UploadLock lock(uploads_.locks, request.upload_id());
  ASSIGN_OR_RETURN(upload, LoadUpload(request.upload_id()));
  if (upload.complete) return ToState(upload, upload.length.value_or(0));
  if (upload.expires_at <= deps_.clock.Now()) return error::UploadNotFound();
  RETURN_IF_ERROR(uploads_.files.EndAppends(request.upload_id()));
  // A client takes an upload that has all its bytes as finished, so it must be.
  ASSIGN_OR_RETURN(upload, SettleUpload(deps_, uploads_.files, upload));
  if (upload.complete) {
    uploads_.queue.Wake();
    return ToState(upload, upload.length.value_or(0));
  }
  ASSIGN_OR_RETURN(int64_t size, uploads_.files.Size(request.upload_id()));
  return ToState(upload, size);
}

absl::StatusOr<v1::DeleteUploadResponse> UploadsService::DeleteUpload(const Caller& caller,
                                                                      const v1::DeleteUploadRequest& request) {
  RETURN_IF_ERROR(RequireManager(caller));
  const std::string& id = request.upload_id();
  RETURN_IF_ERROR(LoadUpload(id).status());
  UploadLock lock(uploads_.locks, id);
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    std::optional<AssetRecord> asset = FindAsset(tx.sql(), id);
    if (!asset.has_value() || IsInBin(tx.sql(), id)) return error::UploadNotFound();
    RemoveAsset(tx, deps_.feed, id, deps_.clock.Now());
    deps_.audit.Add(tx, caller,
                    {.action = "upload.terminated", .subject = {.kind = "asset", .id = id, .name = asset->filename}});
    return absl::OkStatus();
  }));
  RETURN_IF_ERROR(uploads_.files.Remove(id));
  uploads_.sweeper.Wake();
  return v1::DeleteUploadResponse();
}

grpc::ServerReadReactor<v1::AppendUploadRequest>* UploadsService::AppendUpload(grpc::CallbackServerContext* context,
                                                                               v1::UploadState* response) {
  static const RpcMethod rpc = FindRpcMethod(v1::AppendUploadRequest::descriptor(), "AppendUpload");
  absl::StatusOr<Caller> caller = rpc_.CallerOf(*context, rpc);
  absl::Status allowed = caller.ok() ? RequireManager(*caller) : caller.status();
  return new AppendReactor(
      *context, *response,
      {.disk = uploads_.disk, .locks = uploads_.locks, .on_complete = [this] { uploads_.queue.Wake(); }},
      UploadSession(deps_, uploads_.files, limits_), allowed);
}

absl::StatusOr<UploadRecord> UploadsService::LoadUpload(const std::string& id) {
  return deps_.database.Read([&](soci::session& sql) -> absl::StatusOr<UploadRecord> {
    std::optional<UploadRecord> upload = FindUpload(sql, id);
    if (!upload.has_value()) return error::UploadNotFound();
    return *std::move(upload);
  });
}

}  // namespace academy::catalog
