#include "services/platform/blobs/s3_multipart.h"

#include "services/platform/base/status.h"
#include "services/platform/blobs/blobs.h"

namespace academy {
namespace {

absl::Status Failed(std::string_view what) { return Error(absl::StatusCode::kUnavailable, "storage_error", what); }

absl::Status RequireKey(std::string_view key) {
  return IsBlobKey(key)
             ? absl::OkStatus()
             : Error(absl::StatusCode::kInvalidArgument, "blob_key_invalid", "The name of the file is not valid");
}

std::string QueryOf(std::string_view upload) { return "uploadId=" + Escape(upload); }

}  // namespace

absl::StatusOr<std::string> S3Multipart::Begin(std::string_view key) {
  RETURN_IF_ERROR(RequireKey(key));
  ASSIGN_OR_RETURN(S3Reply begun, client_->Run({.method = "POST", .key = std::string(key), .query = "uploads="}));
  std::string upload = WithoutEntities(Element(begun.body, "UploadId"));
  if (upload.empty()) return Failed("The store began no upload");
  return upload;
}

absl::StatusOr<std::string> S3Multipart::Put(std::string_view key, std::string_view upload, int number,
                                             S3Client::Call call) {
  RETURN_IF_ERROR(RequireKey(key));
  call.method = "PUT";
  call.key = std::string(key);
  call.query = "partNumber=" + std::to_string(number) + "&" + QueryOf(upload);
  ASSIGN_OR_RETURN(S3Reply stored, client_->Run(call));
  if (stored.etag.empty()) return Failed("The store gave the part no tag");
  return std::move(stored.etag);
}

absl::StatusOr<std::string> S3Multipart::PutPart(std::string_view key, std::string_view upload, int number,
                                                 std::string_view content) {
  return Put(key, upload, number, {.content = content});
}

absl::StatusOr<std::string> S3Multipart::PutFilePart(std::string_view key, std::string_view upload, int number,
                                                     const S3Client::FilePart& file) {
  return Put(key, upload, number, {.file = file});
}

absl::Status S3Multipart::Complete(std::string_view key, std::string_view upload,
                                   const std::vector<StoredPart>& parts) {
  RETURN_IF_ERROR(RequireKey(key));
  std::string list = "<CompleteMultipartUpload>";
  for (const StoredPart& part : parts) {
    list += "<Part><PartNumber>" + std::to_string(part.number) + "</PartNumber><ETag>" + part.etag + "</ETag></Part>";
  }
  list += "</CompleteMultipartUpload>";
  S3Client::Call complete{.method = "POST",
                          .key = std::string(key),
                          .query = QueryOf(upload),
                          .fields = {"Content-Type: application/xml"},
                          .content = list};
  ASSIGN_OR_RETURN(S3Reply reply, client_->Run(complete));
  // Combining the parts takes time, so the store may answer 200 first and report a failure in the body.
  if (reply.body.find("<Error") == reply.body.npos) return absl::OkStatus();
  return Failed("The store could not put the parts together");
}

absl::Status S3Multipart::Abort(std::string_view key, std::string_view upload) {
  RETURN_IF_ERROR(RequireKey(key));
  absl::Status status = client_->Run({.method = "DELETE", .key = std::string(key), .query = QueryOf(upload)}).status();
  return absl::IsNotFound(status) ? absl::OkStatus() : status;
}

}  // namespace academy
