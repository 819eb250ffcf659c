// Multipart uploads to an S3-compatible store.
//
// Thread-safe, also across processes and machines.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "services/platform/blobs/multipart.h"
#include "services/platform/blobs/s3_client.h"
#include "services/platform/blobs/s3_options.h"

namespace academy {

class S3Multipart final : public Multipart {
 public:
  explicit S3Multipart(S3Options options) : client_(std::make_shared<const S3Client>(std::move(options))) {}
  // Shares the connections of another user of the store.
  explicit S3Multipart(std::shared_ptr<const S3Client> client) : client_(std::move(client)) {}

  absl::StatusOr<std::string> Begin(std::string_view key) override;
  absl::StatusOr<std::string> PutPart(std::string_view key, std::string_view upload, int number,
                                      std::string_view content) override;
  // As PutPart, with bytes of an open file.
  absl::StatusOr<std::string> PutFilePart(std::string_view key, std::string_view upload, int number,
                                          const S3Client::FilePart& file);
  absl::Status Complete(std::string_view key, std::string_view upload, const std::vector<StoredPart>& parts) override;
  absl::Status Abort(std::string_view key, std::string_view upload) override;

 private:
  absl::StatusOr<std::string> Put(std::string_view key, std::string_view upload, int number, S3Client::Call call);

  const std::shared_ptr<const S3Client> client_;
};

}  // namespace academy
