// Location and credentials of an S3-compatible store.
//
// All functions are thread-safe.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

namespace academy {

struct S3Options {
  // `https://host:port`, without a trailing slash; bucket and key are appended.
  std::string endpoint;
  std::string bucket;
  // Prepended to every key, `academy/`; may be empty.
  std::string prefix;
  std::string region = "us-east-1";
  // Whether the bucket is part of the path; otherwise it is part of the host name.
  bool in_path = true;

  // Secrets: never logged.
  std::string access_key;
  std::string secret_key;
  // Only for temporary credentials; otherwise empty.
  std::string session_token;

  absl::Duration connect_timeout = absl::Seconds(5);
  // A transfer without any data for this long fails.
  absl::Duration stall_timeout = absl::Seconds(15);
  // For streams: time to the first byte, all attempts included.
  absl::Duration answer_timeout = absl::Seconds(10);
  // Attempts per request, including the first.
  int tries = 4;
  // Pause before the second attempt; doubles before each further one.
  absl::Duration first_pause = absl::Milliseconds(100);
  // Bytes. Larger files are uploaded in parts of this size, or of a larger size if there would be more than 10,000
  // parts.
  int64_t part_size = int64_t{16} << 20;
  // Maximum number of concurrent streams; each holds a connection to the store.
  size_t max_streams = 1024;
};

// Whether the value of a `--blobs` flag names an S3 store.
bool IsS3Url(std::string_view url);

// Parses `s3://bucket/prefix?region=eu-central-1&endpoint=https://minio.example:9000`; the default endpoint is
// Amazon's. INVALID_ARGUMENT blobs_url_invalid names the fault.
absl::StatusOr<S3Options> ParseS3Url(std::string_view url);

// Sets the credentials in `options`: from `file`, in the format of AWS tools (`aws_access_key_id = ...`,
// `aws_secret_access_key`, `aws_session_token`), or from the environment if `file` is empty (AWS_ACCESS_KEY_ID and so
// on). FAILED_PRECONDITION credentials_missing names what is missing.
absl::Status LoadS3Credentials(const std::filesystem::path& file, S3Options& options);

// Returns the URL of a key below the prefix, or of the bucket itself for an empty key.
std::string UrlOf(const S3Options& options, std::string_view key);

}  // namespace academy
