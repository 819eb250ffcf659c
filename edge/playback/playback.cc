#include "edge/playback/playback.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "edge/upstream/http_status.h"

namespace academy::edge {
namespace {

constexpr std::string_view kMediaPath = "/media/";
constexpr std::string_view kNoStore = "no-store";
// Kept by a learner's browser for a while.
constexpr std::string_view kFixed = "private, max-age=600";

// Playlists and keys are fetched every time, so that the end of a session takes effect; captions may be replaced;
// everything else of an asset never changes, so the learner's browser may cache it for a while.
std::string_view CacheControlOf(std::string_view path) {
  if (path.ends_with(".m3u8")) return kNoStore;
  if (path.ends_with(".vtt")) return "private, no-cache";
  return kFixed;
}

bool IsSegment(std::string_view path) { return path.ends_with(".m4s") || path.ends_with(".mp4"); }

void Fail(http::Exchange& exchange, const absl::Status& status) {
  exchange.Send(FailureOf(status, exchange.request().id));
}

}  // namespace

Playback::Playback(const PlaybackParts& parts, KeyRing tokens)
    : parts_(parts),
      tokens_(std::move(tokens)),
      check_(parts.sessions, parts.assignments, parts.clock),
      keys_(parts.catalog, parts.clock) {}

void Playback::Serve(const std::shared_ptr<http::Exchange>& exchange) {
  if (RefuseMethod(*exchange)) return;
  std::string_view rest = exchange->request().path;
  rest.remove_prefix(std::min(rest.size(), kMediaPath.size()));
  size_t slash = rest.find('/');
  if (slash == rest.npos) return RefuseFile(*exchange);
  absl::StatusOr<MediaGrant> grant = tokens_.Verify(rest.substr(0, slash), parts_.clock.Now());
  if (!grant.ok()) return Fail(*exchange, grant.status());
  exchange->set_caller({.kind = grant->assignment_id == kPreviewAssignment ? "manager" : "learner",
                        .id = grant->learner_id,
                        .session_id = grant->session_id});

  check_.Check(*grant, [this, exchange, grant = *grant, path = std::string(rest.substr(slash + 1)),
                        hold = in_flight_.Add()](const absl::Status& allowed) {
    if (!allowed.ok()) return Fail(*exchange, allowed);
    SendGranted(exchange, grant, path);
  });
}

void Playback::SendGranted(const std::shared_ptr<http::Exchange>& exchange, const MediaGrant& grant,
                           const std::string& path) {
  if (path == "key") return SendKey(exchange, grant.asset_id);
  std::string key = "media/" + grant.asset_id + "/" + path;
  if (parts_.cdn != nullptr && IsSegment(path) && IsBlobKey(key)) {
    http::Response answer;
    answer.status = 302;
    answer.headers = {{"Location", parts_.cdn->AddressOf(key, parts_.clock.Now())},
                      {"Cache-Control", std::string(kNoStore)}};
    return exchange->Send(std::move(answer));
  }
  std::string_view cache_control = CacheControlOf(path);
  parts_.files.Send(
      key, {.cache_control = cache_control, .fixed = cache_control == kFixed, .still_allowed = StillAllowed(grant)},
      exchange);
}

void Playback::SendKey(const std::shared_ptr<http::Exchange>& exchange, const std::string& asset_id) {
  keys_.Find(asset_id, exchange->request().id, [exchange, hold = in_flight_.Add()](absl::StatusOr<std::string> key) {
    if (!key.ok()) return Fail(*exchange, key.status());
    http::Response answer;
    answer.headers = {{"Content-Type", "application/octet-stream"}, {"Cache-Control", std::string(kNoStore)}};
    answer.body = *std::move(key);
    exchange->Send(std::move(answer));
  });
}

std::function<bool()> Playback::StillAllowed(const MediaGrant& grant) {
  return [this, grant, over = std::make_shared<std::atomic<bool>>(false)] {
    if (parts_.clock.Now() > grant.expires_at) return false;
    // While a feed is down, checking would take a call per transfer, twice a second. Transfers therefore continue, and
    // are ended if necessary when the feed is back.
    if (check_.CanSayAtOnce()) {
      check_.Check(grant, [over, hold = in_flight_.Add()](const absl::Status& allowed) {
        if (absl::IsPermissionDenied(allowed)) *over = true;
      });
    }
    return !*over;
  };
}

}  // namespace academy::edge
