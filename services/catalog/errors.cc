#include "services/catalog/errors.h"

#include <string>

#include "services/platform/base/status.h"

namespace academy::catalog::error {

absl::Status CourseNotFound() {
  return Error(absl::StatusCode::kNotFound, "course_not_found", "The course could not be found.");
}

absl::Status BinItemNotFound() {
  return Error(absl::StatusCode::kNotFound, "bin_item_not_found", "This is not in the bin.");
}

absl::Status PartNotFound(std::string_view id) {
  return Error(absl::StatusCode::kNotFound, "part_not_found", "The course has no part " + std::string(id) + ".");
}

absl::Status AssetNotFound(std::string_view id) {
  return Error(absl::StatusCode::kNotFound, "asset_not_found", "The video " + std::string(id) + " could not be found.");
}

absl::Status AssetNotReady() {
  return Error(absl::StatusCode::kFailedPrecondition, "asset_not_ready", "The video cannot be watched yet.");
}

absl::Status SourceGone() {
  return Error(absl::StatusCode::kFailedPrecondition, "source_gone",
               "The uploaded file is no longer kept: please upload it again.");
}

absl::Status CaptionsNotFound() {
  return Error(absl::StatusCode::kNotFound, "captions_not_found", "There are no captions in this language.");
}

absl::Status UploadNotFound() {
  return Error(absl::StatusCode::kNotFound, "upload_not_found", "The upload could not be found.");
}

absl::Status OffsetMismatch() {
  return Error(absl::StatusCode::kAborted, "offset_mismatch", "The upload is at another offset.");
}

absl::Status ChecksumMismatch() {
  return Error(absl::StatusCode::kInvalidArgument, "checksum_mismatch", "The bytes do not match their checksum.");
}

absl::Status UploadTooLarge() {
  return Error(absl::StatusCode::kOutOfRange, "upload_too_large", "The file is larger than allowed.");
}

absl::Status DiskFull() {
  return WithRetryAfter(Error(absl::StatusCode::kUnavailable, "disk_full",
                              "There is no space left for videos: please tell the operator."),
                        60);
}

absl::Status UploadInterrupted() {
  return Error(absl::StatusCode::kAborted, "upload_interrupted", "Another request took this upload over.");
}

absl::Status CursorInvalid() { return ValidationError({{"cursor", "cursor_invalid", "The cursor is not valid"}}); }

}  // namespace academy::catalog::error
