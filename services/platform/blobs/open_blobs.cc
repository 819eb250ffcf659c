#include "services/platform/blobs/open_blobs.h"

#include "services/platform/base/status.h"
#include "services/platform/blobs/folder_blobs.h"
#include "services/platform/blobs/s3_blobs.h"
#include "services/platform/blobs/s3_multipart.h"
#include "services/platform/blobs/s3_options.h"
#include "services/platform/blobs/s3_streams.h"

namespace academy {
namespace {

absl::StatusOr<S3Options> OptionsOf(const BlobPlace& place) {
  ASSIGN_OR_RETURN(S3Options options, ParseS3Url(place.url));
  RETURN_IF_ERROR(LoadS3Credentials(place.s3_credentials, options));
  return options;
}

}  // namespace

absl::StatusOr<std::unique_ptr<Blobs>> OpenBlobs(const BlobPlace& place) {
  if (place.url.empty()) {
    ASSIGN_OR_RETURN(std::unique_ptr<FolderBlobs> blobs,
                     place.read_only ? FolderBlobs::OpenExisting(place.folder) : FolderBlobs::Create(place.folder));
    return blobs;
  }
  ASSIGN_OR_RETURN(S3Options options, OptionsOf(place));
  return std::make_unique<S3Blobs>(std::move(options));
}

absl::StatusOr<std::unique_ptr<BlobStreams>> OpenBlobStreams(const BlobPlace& place) {
  if (place.url.empty()) return nullptr;
  ASSIGN_OR_RETURN(S3Options options, OptionsOf(place));
  return std::make_unique<S3Streams>(std::move(options));
}

absl::StatusOr<std::unique_ptr<S3Addresses>> OpenBlobAddresses(const BlobPlace& place) {
  if (place.url.empty()) return nullptr;
  ASSIGN_OR_RETURN(S3Options options, OptionsOf(place));
  return std::make_unique<S3Addresses>(std::move(options));
}

absl::StatusOr<std::unique_ptr<Multipart>> OpenMultipart(const BlobPlace& place) {
  if (place.url.empty()) return nullptr;
  ASSIGN_OR_RETURN(S3Options options, OptionsOf(place));
  return std::make_unique<S3Multipart>(std::move(options));
}

}  // namespace academy
