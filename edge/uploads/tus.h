// Parses and formats the header fields of tus 1.0.0 (https://tus.io/protocols/resumable-upload).
//
// Pure; every function may be called from any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"

namespace academy::edge {

inline constexpr std::string_view kTusVersion = "1.0.0";
inline constexpr std::string_view kTusExtensions =
    "creation,creation-with-upload,creation-defer-length,checksum,termination,expiration";
inline constexpr std::string_view kTusChecksums = "sha1,sha256";
inline constexpr std::string_view kTusContentType = "application/offset+octet-stream";

// Parses a count of bytes (Upload-Offset, Upload-Length). INVALID_ARGUMENT tus_invalid, naming `field`, if it is not
// one.
absl::StatusOr<int64_t> ParseByteCount(std::string_view field, std::string_view value);

// The length of a new upload: Upload-Length, or nullopt with `Upload-Defer-Length: 1`. INVALID_ARGUMENT tus_invalid if
// neither or both are given.
absl::StatusOr<std::optional<int64_t>> ParseNewLength(std::string_view length, std::string_view defer_length);

// The keys of Upload-Metadata that are used here; other keys are kept only in the raw text.
struct UploadMetadata {
  std::string filename;
  std::string filetype;
};
// INVALID_ARGUMENT tus_invalid for repeated or malformed keys, values that are not base64, and names that are not
// UTF-8.
absl::StatusOr<UploadMetadata> ParseUploadMetadata(std::string_view field);

struct UploadChecksum {
  // `sha1` or `sha256`; empty without a checksum.
  std::string algorithm;
  std::string digest;
};
// INVALID_ARGUMENT tus_invalid for an unknown algorithm, or a digest whose length does not fit its algorithm.
absl::StatusOr<UploadChecksum> ParseUploadChecksum(std::string_view field);

// Whether Content-Type is tus's own, ignoring parameters.
bool IsTusContentType(std::string_view field);

// IMF-fixdate (RFC 9110 section 5.6.7), for Upload-Expires.
std::string FormatHttpDate(UnixMillis time);

}  // namespace academy::edge
