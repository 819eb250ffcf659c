#include "edge/playback/key_cache.h"

#include <utility>

#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

namespace v1 = catalog::v1;
using Async = v1::Playback::StubInterface::async_interface;

constexpr size_t kMaxKnown = 10'000;
// Bytes, of AES-128.
constexpr size_t kKeySize = 16;
constexpr absl::Duration kLifetime = absl::Minutes(1);

}  // namespace

void KeyCache::Find(const std::string& asset_id, const std::string& request_id, Found found) {
  std::string key;
  {
    absl::MutexLock lock(&mutex_);
    auto known = known_.find(asset_id);
    if (known != known_.end() && clock_.Now() < known->second.until) {
      key = known->second.key;
    } else {
      std::vector<Found>& waiting = waiting_[asset_id];
      waiting.push_back(std::move(found));
      if (waiting.size() > 1) return;
    }
  }
  if (!key.empty()) return found(std::move(key));
  v1::GetMediaKeyRequest request;
  request.set_asset_id(asset_id);
  CallIdentity identity{
      .caller = {.kind = CallerKind::kService, .id = "edge", .session_id = {}, .request_id = request_id}};
  CallUnary<Async, v1::GetMediaKeyRequest, v1::GetMediaKeyResponse>(
      playback_.async(), &Async::GetMediaKey, identity, kOrdinaryTimeout, std::move(request),
      [this, asset_id](absl::StatusOr<v1::GetMediaKeyResponse> answer) {
        if (!answer.ok()) return Told(asset_id, answer.status());
        if (answer->key().size() != kKeySize) {
          LogError("catalog answered with no key", {{"assetId", asset_id}});
          return Told(asset_id, Error(absl::StatusCode::kInternal, "internal", "The key could not be read"));
        }
        Told(asset_id, answer->key());
      });
}

void KeyCache::Told(const std::string& asset_id, const absl::StatusOr<std::string>& key) {
  std::vector<Found> waiting;
  {
    absl::MutexLock lock(&mutex_);
    waiting = std::move(waiting_.extract(asset_id).mapped());
    if (key.ok()) {
      if (known_.size() >= kMaxKnown) known_.erase(known_.begin());
      known_[asset_id] = {.key = *key, .until = clock_.Now() + kLifetime};
    }
  }
  for (Found& found : waiting) found(key);
}

}  // namespace academy::edge
