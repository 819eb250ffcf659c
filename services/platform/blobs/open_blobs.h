// Chooses between the two kinds of blobs, by flags.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/platform/blobs/blob_streams.h"
#include "services/platform/blobs/blobs.h"

namespace academy {

struct BlobPlace {
  // `s3://...` as ParseS3Url takes it; empty for the folder.
  std::string url;
  // Secrets of S3; empty for those in the environment.
  std::filesystem::path s3_credentials;
  // Where blobs are files.
  std::filesystem::path folder;
};

// INVALID_ARGUMENT blobs_url_invalid, FAILED_PRECONDITION credentials_missing or storage_error.
absl::StatusOr<std::unique_ptr<Blobs>> OpenBlobs(const BlobPlace& place);

// For who sends blobs and must not wait for them: null where they are files, which Blob::descriptor sends. As
// OpenBlobs.
absl::StatusOr<std::unique_ptr<BlobStreams>> OpenBlobStreams(const BlobPlace& place);

}  // namespace academy
