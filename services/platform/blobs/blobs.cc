#include "services/platform/blobs/blobs.h"

#include <algorithm>
#include <cctype>

#include "services/platform/base/status.h"

namespace academy {
namespace {

constexpr size_t kMaxKey = 512;

bool IsSegment(std::string_view segment) {
  return !segment.empty() && segment.front() != '.' && segment.size() <= 200 &&
         std::all_of(segment.begin(), segment.end(), [](unsigned char c) {
           return c < 0x80 && (std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-');
         });
}

}  // namespace

bool IsBlobKey(std::string_view key) {
  if (key.size() > kMaxKey) return false;
  while (true) {
    size_t slash = key.find('/');
    if (!IsSegment(key.substr(0, slash))) return false;
    if (slash == key.npos) return true;
    key.remove_prefix(slash + 1);
  }
}

absl::StatusOr<std::string> ReadBlob(const Blobs& blobs, std::string_view key, size_t limit) {
  ASSIGN_OR_RETURN(std::unique_ptr<Blob> blob, blobs.Open(key));
  if (blob->size() > static_cast<int64_t>(limit)) {
    return Error(absl::StatusCode::kOutOfRange, "too_large", "The file is too large");
  }
  std::string content(static_cast<size_t>(blob->size()), '\0');
  ASSIGN_OR_RETURN(size_t got, blob->ReadAt(0, content.data(), content.size()));
  content.resize(got);
  return content;
}

}  // namespace academy
