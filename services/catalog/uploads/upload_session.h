// One append to an upload, from its header to its last byte.
//
// Not thread-safe: one thread at a time. Every method may block on the disk.
#pragma once

#include <openssl/evp.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/catalog/records.h"
#include "services/catalog/uploads/upload_files.h"
#include "services/catalog/uploads/upload_store.h"
#include "services/platform/base/clock.h"

namespace academy::catalog {

struct UploadLimits {
  // Bytes of one upload.
  int64_t max_size = int64_t{8} << 30;
  // How long an unfinished upload is kept after its last append.
  UnixMillis lifetime = 24 * 60 * 60 * 1000;
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
  UploadSession(UploadStore& store, UploadFiles& files, const Clock& clock, const UploadLimits& limits)
      : store_(store), files_(files), clock_(clock), limits_(limits) {}

  // NOT_FOUND upload_not_found, ABORTED offset_mismatch, INVALID_ARGUMENT validation_failed, OUT_OF_RANGE
  // upload_too_large.
  absl::Status Begin(const AppendHeader& header);
  // OUT_OF_RANGE upload_too_large, UNAVAILABLE disk_full; nothing of `data` is stored then.
  absl::Status Write(std::string_view data);
  // Makes durable what came, or, when a checksum was announced and does not fit, takes it back: INVALID_ARGUMENT
  // checksum_mismatch. Queues the asset when the upload is whole. Call it after a failed Write too.
  absl::Status End();

  const std::string& upload_id() const { return upload_.id; }
  int64_t offset() const { return offset_; }
  const UploadRecord& upload() const { return upload_; }

 private:
  struct DigestDeleter {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };

  absl::Status BeginChecksum(const AppendHeader& header);
  bool ChecksumFits() const;

  UploadStore& store_;
  UploadFiles& files_;
  const Clock& clock_;
  const UploadLimits& limits_;

  UploadRecord upload_;
  std::unique_ptr<UploadFile> file_;
  std::unique_ptr<EVP_MD_CTX, DigestDeleter> digest_;
  std::string checksum_;
  int64_t begin_ = 0;
  int64_t offset_ = 0;
  int percent_ = 0;
};

}  // namespace academy::catalog
