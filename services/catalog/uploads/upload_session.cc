#include "services/catalog/uploads/upload_session.h"

#include <utility>

#include "services/catalog/errors.h"
#include "services/catalog/uploads/upload_completion.h"
#include "services/catalog/uploads/upload_settling.h"
#include "services/catalog/uploads/upload_space.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"

namespace academy::catalog {
namespace {

// Managers see the progress in steps of this many per cent.
constexpr int kProgressStep = 5;

}  // namespace

absl::Status UploadSession::Begin(const AppendHeader& header) {
  RETURN_IF_ERROR(LoadUpload(header.upload_id));
  bool expired = upload_.expires_at <= deps_.clock.Now();
  if (!expired) {
    ASSIGN_OR_RETURN(upload_, SettleUpload(deps_, files_, upload_));
  }
  if (upload_.complete) {
    // The client did not receive the response to its last append and repeats it.
    offset_ = begin_ = upload_.length.value_or(0);
    return header.offset == offset_ ? absl::OkStatus() : error::OffsetMismatch();
  }
  if (expired) return error::UploadNotFound();
  ASSIGN_OR_RETURN(AppendStart start, CheckHeader(header));
  ASSIGN_OR_RETURN(std::unique_ptr<UploadWriter> file,
                   files_.Open(header.upload_id, /*checked=*/!header.checksum_algorithm.empty()));
  ASSIGN_OR_RETURN(int64_t size, file->Size());
  if (header.offset != size) return error::OffsetMismatch();
  if (start.length.has_value() && *start.length < size) return error::UploadTooLarge();
  RETURN_IF_ERROR(BeginChecksum(header));
  if (digest_ != nullptr && files_.counts_unverified()) start.unverified_from = size;
  RETURN_IF_ERROR(deps_.database.Write([&](Transaction& tx) -> absl::Status {
    RecordAppend(tx.sql(), header.upload_id, start);
    // From now on the upload has a size, and so a claim to space.
    return start.length.has_value() ? RequireSpaceForUpload(tx.sql(), files_, 0, deps_.clock.Now()) : absl::OkStatus();
  }));
  if (start.length.has_value()) upload_.length = start.length;
  upload_.expires_at = start.expires_at;
  offset_ = begin_ = size;
  file_ = std::move(file);
  return absl::OkStatus();
}

absl::Status UploadSession::LoadUpload(const std::string& id) {
  return deps_.database.Read([&](soci::session& sql) -> absl::Status {
    std::optional<UploadRecord> upload = FindUpload(sql, id);
    if (!upload.has_value()) return error::UploadNotFound();
    upload_ = *std::move(upload);
    return absl::OkStatus();
  });
}

absl::StatusOr<AppendStart> UploadSession::CheckHeader(const AppendHeader& header) const {
  AppendStart start{.expires_at = deps_.clock.Now() + absl::ToInt64Milliseconds(limits_.lifetime)};
  if (!header.length.has_value()) return start;
  if (*header.length < 0 || (upload_.length.has_value() && *upload_.length != *header.length)) {
    return ValidationError({{"length", "length_invalid", "The upload's length cannot change"}});
  }
  if (*header.length > limits_.max_size) return error::UploadTooLarge();
  start.length = header.length;
  return start;
}

absl::Status UploadSession::BeginChecksum(const AppendHeader& header) {
  if (header.checksum_algorithm.empty()) return absl::OkStatus();
  const EVP_MD* algorithm = header.checksum_algorithm == "sha1"     ? EVP_sha1()
                            : header.checksum_algorithm == "sha256" ? EVP_sha256()
                                                                    : nullptr;
  if (algorithm == nullptr) {
    return ValidationError({{"checksum", "checksum_algorithm_unknown", "The checksum must be sha1 or sha256"}});
  }
  digest_.reset(EVP_MD_CTX_new());
  if (digest_ == nullptr || EVP_DigestInit_ex(digest_.get(), algorithm, nullptr) != 1) {
    return absl::InternalError("the checksum is not available");
  }
  checksum_ = header.checksum;
  return absl::OkStatus();
}

absl::Status UploadSession::Write(std::string_view data) {
  auto size = static_cast<int64_t>(data.size());
  if (offset_ + size > upload_.length.value_or(limits_.max_size)) return error::UploadTooLarge();
  if (size == 0) return absl::OkStatus();
  if (files_.on_this_disk()) RETURN_IF_ERROR(files_.RequireSpace(size));
  RETURN_IF_ERROR(file_->Append(data));
  if (digest_ != nullptr) EVP_DigestUpdate(digest_.get(), data.data(), data.size());
  offset_ += size;
  RecordProgress();
  return absl::OkStatus();
}

void UploadSession::RecordProgress() {
  if (upload_.length.value_or(0) <= 0) return;
  int percent = static_cast<int>(offset_ * 100 / *upload_.length);
  if (percent < percent_ + kProgressStep || percent >= 100) return;
  percent_ = percent;
  absl::Status status = deps_.database.Write([&](Transaction& tx) -> absl::Status {
    SetUploadProgress(tx.sql(), upload_.id, percent);
    return absl::OkStatus();
  });
  // The bytes are stored anyway.
  if (!status.ok()) LogWarning("upload progress not stored", {{"id", upload_.id}, {"error", MessageOf(status)}});
}

bool UploadSession::ChecksumMatches() const {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  return EVP_DigestFinal_ex(digest_.get(), digest, &length) == 1 &&
         ConstantTimeEquals({reinterpret_cast<const char*>(digest), length}, checksum_);
}

absl::Status UploadSession::MarkVerified() {
  return deps_.database.Write([&](Transaction& tx) -> absl::Status {
    MarkUploadVerified(tx.sql(), upload_.id);
    return absl::OkStatus();
  });
}

absl::Status UploadSession::End() {
  if (file_ == nullptr) return absl::OkStatus();
  if (digest_ != nullptr && !ChecksumMatches()) {
    offset_ = begin_;
    RETURN_IF_ERROR(file_->Discard());
    RETURN_IF_ERROR(MarkVerified());
    return error::ChecksumMismatch();
  }
  bool whole = upload_.length == offset_;
  RETURN_IF_ERROR(file_->Sync(whole));
  if (whole) {
    RETURN_IF_ERROR(files_.Finish(upload_.id, offset_));
    return deps_.database.Write(
        [&](Transaction& tx) { return CompleteUpload(tx, deps_.feed, upload_.id, offset_, deps_.clock.Now()); });
  }
  return digest_ != nullptr ? MarkVerified() : absl::OkStatus();
}

}  // namespace academy::catalog
