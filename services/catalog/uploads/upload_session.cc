#include "services/catalog/uploads/upload_session.h"

#include "services/catalog/errors.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"

namespace academy::catalog {
namespace {

// Managers who look on see steps of this many per cents.
constexpr int kProgressStep = 5;

}  // namespace

absl::Status UploadSession::Begin(const AppendHeader& header) {
  ASSIGN_OR_RETURN(upload_, store_.Get(header.upload_id));
  if (upload_.complete) {
    // The answer to the last append was lost and the client asks again.
    offset_ = begin_ = upload_.length.value_or(0);
    return header.offset == offset_ ? absl::OkStatus() : error::OffsetMismatch();
  }
  if (upload_.expires_at <= clock_.Now()) return error::UploadNotFound();
  AppendStart start{.expires_at = clock_.Now() + limits_.lifetime};
  if (header.length.has_value()) {
    if (*header.length < 0 || (upload_.length.has_value() && *upload_.length != *header.length)) {
      return ValidationError({{"length", "length_invalid", "The upload's length cannot change"}});
    }
    if (*header.length > limits_.max_size) return error::UploadTooLarge();
    start.length = header.length;
  }
  ASSIGN_OR_RETURN(std::unique_ptr<UploadFile> file, files_.Open(header.upload_id));
  ASSIGN_OR_RETURN(int64_t size, file->Size());
  if (header.offset != size) return error::OffsetMismatch();
  if (start.length.has_value() && *start.length < size) return error::UploadTooLarge();
  RETURN_IF_ERROR(BeginChecksum(header));
  if (digest_ != nullptr) start.checked_from = size;
  RETURN_IF_ERROR(store_.BeginAppend(header.upload_id, start));
  if (start.length.has_value()) upload_.length = start.length;
  upload_.expires_at = start.expires_at;
  offset_ = begin_ = size;
  file_ = std::move(file);
  return absl::OkStatus();
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
  RETURN_IF_ERROR(files_.RequireSpace(size));
  if (absl::Status status = file_->Append(data); !status.ok()) {
    // Half a chunk would still be true, but then nobody could say how much of it is.
    if (absl::Status cut = file_->Truncate(offset_); !cut.ok()) LogError("upload not cut", {{"id", upload_.id}});
    return status;
  }
  if (digest_ != nullptr) EVP_DigestUpdate(digest_.get(), data.data(), data.size());
  offset_ += size;
  if (upload_.length.value_or(0) > 0) {
    int percent = static_cast<int>(offset_ * 100 / *upload_.length);
    if (percent >= percent_ + kProgressStep && percent < 100) {
      percent_ = percent;
      // The bytes count, whether anybody can see how many or not.
      if (absl::Status status = store_.SetProgress(upload_.id, percent); !status.ok()) {
        LogWarning("upload progress not kept", {{"id", upload_.id}, {"error", MessageOf(status)}});
      }
    }
  }
  return absl::OkStatus();
}

bool UploadSession::ChecksumFits() const {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  return EVP_DigestFinal_ex(digest_.get(), digest, &length) == 1 &&
         ConstantTimeEquals({reinterpret_cast<const char*>(digest), length}, checksum_);
}

absl::Status UploadSession::End() {
  if (file_ == nullptr) return absl::OkStatus();
  if (digest_ != nullptr && !ChecksumFits()) {
    offset_ = begin_;
    RETURN_IF_ERROR(file_->Truncate(begin_));
    RETURN_IF_ERROR(store_.EndChecked(upload_.id));
    return error::ChecksumMismatch();
  }
  RETURN_IF_ERROR(file_->Sync());
  if (upload_.length == offset_) return store_.Complete(upload_.id, offset_);
  return digest_ != nullptr ? store_.EndChecked(upload_.id) : absl::OkStatus();
}

}  // namespace academy::catalog
