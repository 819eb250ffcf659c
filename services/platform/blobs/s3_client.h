// Requests to a store that speaks S3, one after another on the caller's thread, tried again where that may help.
// Internal to this folder.
//
// Thread-safe. Keeps connections for the next call.
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
    // Below the options' prefix; empty for the bucket itself.
    std::string key;
    // Encoded, sorted by name, and with `=` behind each.
    std::string query;
    // Header lines beside the usual ones.
    std::vector<std::string> fields;
    // With PUT or POST, the body; or a file's part instead. Read more than once.
    std::string_view content;
    FilePart file;
    // Where an answer's body goes; else the reply keeps its beginning.
    char* into = nullptr;
    size_t into_size = 0;
  };

  explicit S3Client(S3Options options) : options_(std::move(options)) {}

  const S3Options& options() const { return options_; }

  // As StatusOf. With `into`, the reply's length is what was put there; an answer that is longer is UNAVAILABLE.
  absl::StatusOr<S3Reply> Run(const Call& call) const;

 private:
  CurlPtr TakeConnection() const;
  void KeepConnection(CurlPtr curl) const;

  const S3Options options_;
  mutable absl::Mutex mutex_;
  mutable std::vector<CurlPtr> idle_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace academy
