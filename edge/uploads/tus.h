// The words of tus 1.0.0 (https://tus.io/protocols/resumable-upload): its fields, read and written.
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

// A count of bytes (Upload-Offset, Upload-Length). INVALID_ARGUMENT tus_invalid naming `field` when it is none.
absl::StatusOr<int64_t> ParseByteCount(std::string_view field, std::string_view value);

// How long a new upload is: Upload-Length, or absent with `Upload-Defer-Length: 1`. INVALID_ARGUMENT tus_invalid when
// neither or both are given.
absl::StatusOr<std::optional<int64_t>> ParseNewLength(std::string_view length, std::string_view defer_length);

// What Upload-Metadata says that matters here; its other keys are kept in the raw text only.
struct UploadMetadata {
  std::string filename;
  std::string filetype;
};
// INVALID_ARGUMENT tus_invalid for repeated or odd keys, values that are not base64, names that are not UTF-8.
absl::StatusOr<UploadMetadata> ParseUploadMetadata(std::string_view field);

struct UploadChecksum {
  // `sha1` or `sha256`; empty without a checksum.
  std::string algorithm;
  std::string digest;
};
// INVALID_ARGUMENT tus_invalid for an unknown algorithm or a digest of another length than its algorithm's.
absl::StatusOr<UploadChecksum> ParseUploadChecksum(std::string_view field);

// Whether Content-Type is tus' own, whatever its parameters.
bool IsTusContentType(std::string_view field);

// IMF-fixdate (RFC 9110 section 5.6.7), for Upload-Expires.
std::string FormatHttpDate(UnixMillis time);

}  // namespace academy::edge
