// Where a store is that speaks S3, and who we are to it.
//
// Every function is thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy {

struct S3Options {
  // `https://host:port` that bucket and key follow, without a slash at its end.
  std::string endpoint;
  std::string bucket;
  // Before every key, `academy/`; may be empty.
  std::string prefix;
  std::string region = "us-east-1";
  // The bucket stands in the path; else in the host's name.
  bool in_path = true;

  // Secrets: never logged.
  std::string access_key;
  std::string secret_key;
  // Of temporary credentials; else empty.
  std::string session_token;

  absl::Duration connect_timeout = absl::Seconds(5);
  // Not a byte for so long is a failure.
  absl::Duration stall_timeout = absl::Seconds(15);
  // For streams: from their beginning to the first byte, all tries included.
  absl::Duration answer_timeout = absl::Seconds(10);
  // Of one request, the first included.
  int tries = 4;
  // Before the second; doubled before each that follows.
  absl::Duration first_pause = absl::Milliseconds(100);
  // Larger files are uploaded in parts of this size, or more where there would be over 10,000.
  int64_t part_size = int64_t{16} << 20;
  // Transfers to clients at once; each holds a connection to the store.
  size_t max_streams = 1024;
};

// Whether a `--blobs` flag names such a store.
bool IsS3Url(std::string_view url);

// `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example:9000`; without an endpoint it is Amazon's.
// INVALID_ARGUMENT blobs_url_invalid says what is wrong with it.
absl::StatusOr<S3Options> ParseS3Url(std::string_view url);

// Fills in the secrets: from `file`, written as AWS tools do (`aws_access_key_id = ...`, `aws_secret_access_key`,
// `aws_session_token`), or where `file` is empty from the environment (AWS_ACCESS_KEY_ID and so on).
// FAILED_PRECONDITION credentials_missing names what is missing.
absl::Status LoadS3Credentials(const std::filesystem::path& file, S3Options& options);

// The URL of a key below the prefix; of the bucket itself for an empty key.
std::string UrlOf(const S3Options& options, std::string_view key);

}  // namespace academy
