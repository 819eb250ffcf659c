#include "edge/uploads/tus.h"

#include <algorithm>
#include <set>

#include "absl/time/time.h"
#include "services/platform/base/status.h"
#include "services/platform/encoding/base64.h"
#include "services/platform/encoding/utf8.h"

namespace academy::edge {
namespace {

// More than any file system allows, and far from overflow.
constexpr size_t kMaxDigits = 15;
constexpr size_t kSha1Bytes = 20;
constexpr size_t kSha256Bytes = 32;

absl::Status Invalid(std::string_view field) {
  return Error(absl::StatusCode::kInvalidArgument, "tus_invalid", "The field " + std::string(field) + " is not valid");
}

std::string_view Trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

// Printable ASCII without spaces; the caller has already split at commas.
bool IsKey(std::string_view key) {
  return !key.empty() && std::all_of(key.begin(), key.end(), [](char c) { return c > ' ' && c < 0x7f; });
}

bool IsText(std::string_view text) { return IsUtf8(text) && text.find('\0') == text.npos; }

}  // namespace

absl::StatusOr<int64_t> ParseByteCount(std::string_view field, std::string_view value) {
  bool digits = std::all_of(value.begin(), value.end(), [](char c) { return c >= '0' && c <= '9'; });
  if (value.empty() || value.size() > kMaxDigits || !digits) return Invalid(field);
  int64_t count = 0;
  for (char c : value) count = count * 10 + (c - '0');
  return count;
}

absl::StatusOr<std::optional<int64_t>> ParseNewLength(std::string_view length, std::string_view defer_length) {
  if (!defer_length.empty()) {
    if (defer_length != "1" || !length.empty()) return Invalid("Upload-Defer-Length");
    return std::nullopt;
  }
  ASSIGN_OR_RETURN(int64_t bytes, ParseByteCount("Upload-Length", length));
  return bytes;
}

absl::StatusOr<UploadMetadata> ParseUploadMetadata(std::string_view field) {
  constexpr std::string_view kField = "Upload-Metadata";
  UploadMetadata metadata;
  std::set<std::string_view> keys;
  std::string_view rest = Trim(field);
  while (!rest.empty()) {
    size_t comma = rest.find(',');
    std::string_view pair = Trim(rest.substr(0, comma));
    rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
    std::string_view key = pair.substr(0, pair.find(' '));
    std::string_view encoded = Trim(pair.substr(key.size()));
    std::string value;
    if (!IsKey(key) || !keys.insert(key).second || !Base64Decode(encoded, value)) return Invalid(kField);
    std::string* known = key == "filename" ? &metadata.filename : key == "filetype" ? &metadata.filetype : nullptr;
    if (known == nullptr) continue;
    if (!IsText(value)) return Invalid(kField);
    *known = std::move(value);
  }
  return metadata;
}

absl::StatusOr<UploadChecksum> ParseUploadChecksum(std::string_view field) {
  if (field.empty()) return UploadChecksum{};
  UploadChecksum checksum;
  size_t space = field.find(' ');
  checksum.algorithm = std::string(field.substr(0, space));
  size_t bytes = checksum.algorithm == "sha1" ? kSha1Bytes : checksum.algorithm == "sha256" ? kSha256Bytes : 0;
  if (bytes == 0 || space == field.npos || !Base64Decode(Trim(field.substr(space)), checksum.digest) ||
      checksum.digest.size() != bytes) {
    return Invalid("Upload-Checksum");
  }
  return checksum;
}

bool IsTusContentType(std::string_view field) {
  std::string_view type = Trim(field.substr(0, field.find(';')));
  return std::equal(type.begin(), type.end(), kTusContentType.begin(), kTusContentType.end(),
                    [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a | 0x20 : a) == b; });
}

std::string FormatHttpDate(UnixMillis time) {
  return absl::FormatTime("%a, %d %b %Y %H:%M:%S GMT", absl::FromUnixMillis(time), absl::UTCTimeZone());
}

}  // namespace academy::edge
