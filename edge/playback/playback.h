// Playback files and keys: /media/<token>/<path>, for the learner named by the token, as long as the token's grant
// holds.
//
// Thread-safe. The grant is checked when a file is requested, and twice a second while it is being sent from here.
#pragma once

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"
#include "edge/playback/blob_sender.h"
#include "edge/playback/cdn_addresses.h"
#include "edge/playback/grant_check.h"
#include "edge/playback/key_cache.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/contracts/media_token.h"
#include "services/platform/base/clock.h"
#include "services/platform/keys/key_ring.h"

namespace academy::edge {

// What playback needs; all must outlive it.
struct PlaybackParts {
  SessionCache& sessions;
  AssignmentCache& assignments;
  std::shared_ptr<grpc::Channel> catalog;
  const BlobSender& files;
  // Set when segments come from a content delivery network.
  const CdnAddresses* cdn = nullptr;
  const Clock& clock;
};

class Playback {
 public:
  // `tokens` has the keys that sign playback addresses. No exchange may be open when this is destroyed.
  Playback(const PlaybackParts& parts, KeyRing tokens);

  // Answers GET and HEAD of `/media/<token>/<path>` with a file of the token's asset, or with its AES-128 key for the
  // path `key`. With a content delivery network segments are 302 to it. 403 when the token, its session or its
  // assignment is not valid (any more); 404 for anything that is not a playback file.
  void Serve(const std::shared_ptr<http::Exchange>& exchange);

 private:
  // Answers when the grant holds.
  void SendGranted(const std::shared_ptr<http::Exchange>& exchange, const MediaGrant& grant, const std::string& path);
  void SendKey(const std::shared_ptr<http::Exchange>& exchange, const std::string& asset_id);
  // Makes a Response::still_allowed for the grant.
  std::function<bool()> StillAllowed(const MediaGrant& grant);

  const PlaybackParts parts_;
  const MediaTokens tokens_;
  GrantCheck check_;
  KeyCache keys_;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
