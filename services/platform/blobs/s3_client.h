// Synchronous requests to an S3-compatible store, on the caller's thread, with retries of transient failures. Internal
// to this folder.
//
// Thread-safe. Connections are kept for later calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/blobs/s3_request.h"

namespace academy {

class S3Client {
 public:
  // Bytes of an open file.
  struct FilePart {
    int fd = -1;
    int64_t offset = 0;
    int64_t length = 0;
  };

  struct Call {
    // GET, HEAD, PUT, POST or DELETE.
    std::string_view method;
    // Relative to the options' prefix; empty for the bucket itself.
    std::string key;
    // Encoded, sorted by name, with a `=` after each name.
    std::string query;
    // Additional header lines.
    std::vector<std::string> fields;
    // The body of a PUT or POST, or the part of a file to send instead. Read more than once.
    std::string_view content;
    FilePart file;
    // Buffer for the response's body; without one the reply holds the beginning of the body.
    char* into = nullptr;
    size_t into_size = 0;
  };

  explicit S3Client(S3Options options) : options_(std::move(options)) {}

  const S3Options& options() const { return options_; }

  // Errors as StatusOf. With `into`, the reply's length is the number of bytes written there; a longer body is
  // UNAVAILABLE.
  absl::StatusOr<S3Reply> Run(const Call& call) const;

 private:
  CurlPtr TakeConnection() const;
  void KeepConnection(CurlPtr curl) const;

  const S3Options options_;
  mutable absl::Mutex mutex_;
  mutable std::vector<CurlPtr> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy
