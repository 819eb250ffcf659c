// Opens blobs in a folder or in an S3 store, as configured.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/platform/blobs/blob_streams.h"
#include "services/platform/blobs/blobs.h"
#include "services/platform/blobs/multipart.h"
#include "services/platform/blobs/s3_addresses.h"

namespace academy {

struct BlobPlace {
  // `s3://...` as ParseS3Url takes it; empty for the folder.
  std::string url;
  // File with the S3 credentials; empty to take them from the environment.
  std::filesystem::path s3_credentials;
  // Folder of the blobs when `url` is empty.
  std::filesystem::path folder;
  // The folder is there, and is only read.
  bool read_only = false;
};

// INVALID_ARGUMENT blobs_url_invalid, FAILED_PRECONDITION credentials_missing or storage_error.
absl::StatusOr<std::unique_ptr<Blobs>> OpenBlobs(const BlobPlace& place);

// For callers that send blobs and must not block. Null when blobs are files, which Blob::descriptor can send. Errors as
// OpenBlobs.
absl::StatusOr<std::unique_ptr<BlobStreams>> OpenBlobStreams(const BlobPlace& place);

// For callers that let others fetch blobs. Null when blobs are files. Errors as OpenBlobs.
absl::StatusOr<std::unique_ptr<S3Addresses>> OpenBlobAddresses(const BlobPlace& place);

// Null when blobs are files. Errors as OpenBlobs.
absl::StatusOr<std::unique_ptr<Multipart>> OpenMultipart(const BlobPlace& place);

}  // namespace academy
