// One append to an upload, from its header to its last byte.
//
// Not thread-safe: used by one thread at a time. Every method may block on the disk.
#pragma once

#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "services/catalog/deps.h"
#include "services/catalog/uploads/upload_storage.h"
#include "services/catalog/uploads/upload_store.h"

namespace academy::catalog {

struct UploadLimits {
  // Maximum bytes of one upload.
  int64_t max_size = int64_t{8} << 30;
  // How long an unfinished upload is kept after its last append.
  absl::Duration lifetime = absl::Hours(24);
};

struct AppendHeader {
  std::string upload_id;
  int64_t offset = 0;
  // `sha1`, `sha256`, or empty.
  std::string checksum_algorithm;
  std::string checksum;
  std::optional<int64_t> length;
};

class UploadSession {
 public:
  // All must outlive the session.
  UploadSession(const Deps& deps, UploadStorage& files, const UploadLimits& limits)
      : deps_(deps), files_(files), limits_(limits) {}

  // NOT_FOUND upload_not_found, ABORTED offset_mismatch, INVALID_ARGUMENT validation_failed, OUT_OF_RANGE
  // upload_too_large, UNAVAILABLE disk_full if the length, told only now, does not fit.
  absl::Status Begin(const AppendHeader& header);
  // Appends `data`, or stores nothing of it: OUT_OF_RANGE upload_too_large, UNAVAILABLE disk_full.
  absl::Status Write(std::string_view data);
  // Makes the appended bytes durable or, if they do not match their checksum, removes them: INVALID_ARGUMENT
  // checksum_mismatch. Completes the upload if it has all its bytes. Must be called after a failed Write too.
  absl::Status End();

  const std::string& upload_id() const { return upload_.id; }
  int64_t offset() const { return offset_; }
  const UploadRecord& upload() const { return upload_; }

 private:
  struct DigestDeleter {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };

  // Sets upload_. NOT_FOUND upload_not_found.
  absl::Status LoadUpload(const std::string& id);
  // Returns what the append changes in the upload, whose file has `size` bytes. OUT_OF_RANGE upload_too_large,
  // INVALID_ARGUMENT validation_failed.
  absl::StatusOr<AppendStart> CheckHeader(const AppendHeader& header) const;
  absl::Status BeginChecksum(const AppendHeader& header);
  bool ChecksumMatches() const;
  // Stores the progress in steps of a few per cent.
  void RecordProgress();
  absl::Status MarkVerified();

  const Deps& deps_;
  UploadStorage& files_;
  const UploadLimits& limits_;

  UploadRecord upload_;
  std::unique_ptr<UploadWriter> file_;
  std::unique_ptr<EVP_MD_CTX, DigestDeleter> digest_;
  std::string checksum_;
  int64_t begin_ = 0;
  int64_t offset_ = 0;
  int percent_ = 0;
};

}  // namespace academy::catalog
