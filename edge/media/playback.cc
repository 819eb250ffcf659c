#include "edge/media/playback.h"

#include <algorithm>
#include <utility>

#include "edge/http_status.h"
#include "edge/media/blob_answer.h"
#include "edge/media/unary_call.h"
#include "edge/timeouts.h"
#include "services/common/status.h"

namespace academy::edge {
namespace {

namespace v1 = catalog::v1;
using Async = v1::Media::StubInterface::async_interface;

constexpr std::string_view kMediaPath = "/media/";
constexpr std::string_view kNoStore = "no-store";

// Playlists and keys are asked for anew each time, so that a session's end is felt; captions may be replaced; what
// else an asset has never changes, and stays with the one learner's browser for a while.
std::string_view CacheControlOf(std::string_view path) {
  if (path.ends_with(".m3u8")) return kNoStore;
  if (path.ends_with(".vtt")) return "private, no-cache";
  return "private, max-age=600";
}

void Fail(http::Exchange& exchange, const absl::Status& status) {
  exchange.Send(FailureOf(status, exchange.request().id));
}

}  // namespace

Playback::Playback(const PlaybackParts& parts, const std::string& credential)
    : parts_(parts),
      credential_(credential),
      tokens_(credential),
      check_(parts.sessions, parts.assignments, parts.clock) {}

void Playback::Serve(const std::shared_ptr<http::Exchange>& exchange) {
  if (RefuseMethod(*exchange)) return;
  std::string_view rest = exchange->request().path;
  rest.remove_prefix(std::min(rest.size(), kMediaPath.size()));
  size_t slash = rest.find('/');
  if (slash == rest.npos) return RefuseFile(*exchange);
  absl::StatusOr<MediaGrant> grant = tokens_.Verify(rest.substr(0, slash), parts_.clock.Now());
  if (!grant.ok()) return Fail(*exchange, grant.status());

  check_.Check(*grant, [this, exchange, path = std::string(rest.substr(slash + 1)), asset_id = grant->asset_id,
                        hold = pending_.Add()](const absl::Status& allowed) {
    if (!allowed.ok()) return Fail(*exchange, allowed);
    if (path == "key") return SendKey(exchange, asset_id);
    SendBlob(parts_.blobs, "media/" + asset_id + "/" + path, CacheControlOf(path), *exchange);
  });
}

void Playback::SendKey(const std::shared_ptr<http::Exchange>& exchange, const std::string& asset_id) {
  v1::GetMediaKeyRequest request;
  request.set_asset_id(asset_id);
  CallIdentity identity{
      .credential = credential_,
      .caller = {.kind = CallerKind::kService, .id = "edge", .session_id = {}, .request_id = exchange->request().id}};
  CallUnary<Async, v1::GetMediaKeyRequest, v1::GetMediaKeyResponse>(
      parts_.media.async(), &Async::GetMediaKey, identity, kOrdinaryTimeout, std::move(request),
      [exchange, hold = pending_.Add()](absl::StatusOr<v1::GetMediaKeyResponse> key) {
        if (!key.ok()) return Fail(*exchange, key.status());
        http::Answer answer;
        answer.headers = {{"Content-Type", "application/octet-stream"}, {"Cache-Control", std::string(kNoStore)}};
        answer.body = std::move(*key->mutable_key());
        exchange->Send(std::move(answer));
      });
}

}  // namespace academy::edge
