#include "services/backup/store/try_store.h"

#include <memory>

#include "services/platform/base/status.h"
#include "services/platform/blobs/open_blobs.h"
#include "services/platform/crypto/random.h"
#include "services/platform/encoding/hex.h"

namespace academy::backup {
namespace {

// Whoever finds one that a crash has left behind knows what it is.
constexpr char kKey[] = "academy-doctor-";
constexpr size_t kNameBytes = 16;
constexpr size_t kContentBytes = 1024;

}  // namespace

absl::Status TryStore(const std::string& url, const std::filesystem::path& s3_credentials) {
  ASSIGN_OR_RETURN(std::unique_ptr<Blobs> blobs, OpenBlobs({.url = url, .s3_credentials = s3_credentials}));
  const std::string key = kKey + Hex(RandomBytes(kNameBytes));
  const std::string content = RandomBytes(kContentBytes);
  RETURN_IF_ERROR(blobs->Put(key, content));
  absl::StatusOr<std::string> read = ReadBlob(*blobs, key);
  absl::Status removed = blobs->Remove(key);
  RETURN_IF_ERROR(read.status());
  if (*read != content)
    return Error(absl::StatusCode::kDataLoss, "object_damaged", "what was stored came back altered");
  return removed;
}

}  // namespace academy::backup
