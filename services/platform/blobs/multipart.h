// Blobs that are put together from parts, which several processes may store one after another.
//
// Implementations are thread-safe. Calls block as those of Blobs do.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy {

struct StoredPart {
  // From 1 to kMaxPartNumber; parts are put together in the order of their numbers, which may have gaps.
  int number = 0;
  // As PutPart returned it.
  std::string etag;
};

// Every part but the last must have at least this many bytes (Amazon S3, "Multipart upload limits").
inline constexpr int64_t kMinPartSize = int64_t{5} << 20;
inline constexpr int kMaxPartNumber = 10'000;

// Errors of every method: UNAVAILABLE storage_error; INVALID_ARGUMENT blob_key_invalid.
class Multipart {
 public:
  virtual ~Multipart() = default;

  // Begins an upload of the blob `key` and returns the upload's id. There is no blob before Complete.
  virtual absl::StatusOr<std::string> Begin(std::string_view key) = 0;
  // Stores a part, durably, and returns its entity tag. A number must be used once: of two parts with one number either
  // may remain. NOT_FOUND blob_not_found if the upload has ended.
  virtual absl::StatusOr<std::string> PutPart(std::string_view key, std::string_view upload, int number,
                                              std::string_view content) = 0;
  // Makes the blob of `parts`, which must not be empty; others that were stored are dropped. NOT_FOUND blob_not_found
  // if the upload has ended, also if an earlier Complete, whose answer was lost, has ended it.
  virtual absl::Status Complete(std::string_view key, std::string_view upload,
                                const std::vector<StoredPart>& parts) = 0;
  // Drops the upload with its parts. OK if it has ended.
  virtual absl::Status Abort(std::string_view key, std::string_view upload) = 0;
};

}  // namespace academy
