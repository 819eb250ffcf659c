// Playback files and keys: /media/<token>/<path>, for the learner whom the token names, as long as it holds.
//
// Thread-safe. What was allowed when it was asked for is looked at again twice a second while it is being sent.
#pragma once

#include <grpcpp/channel.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"
#include "edge/playback/blob_sender.h"
#include "edge/playback/grant_check.h"
#include "edge/playback/key_cache.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/base/clock.h"
#include "services/platform/crypto/media_token.h"

namespace academy::edge {

// What playback works with; all must outlive it.
struct PlaybackParts {
  SessionCache& sessions;
  AssignmentCache& assignments;
  std::shared_ptr<grpc::Channel> catalog;
  const BlobSender& files;
  const Clock& clock;
};

class Playback {
 public:
  // `credential` is the academy's internal one. No exchange may be open when it goes.
  Playback(const PlaybackParts& parts, const std::string& credential);

  // Answers GET and HEAD of `/media/<token>/<path>`: a file of the token's asset, or its AES-128 key at `key`. 403 as
  // soon as the token, its session or its assignment does not hold; 404 for what is no playback file.
  void Serve(const std::shared_ptr<http::Exchange>& exchange);

 private:
  void SendKey(const std::shared_ptr<http::Exchange>& exchange, const std::string& asset_id);
  // Whether the grant holds as far as this edge knows, asked again and again.
  std::function<bool()> StillAllowed(const MediaGrant& grant);

  const PlaybackParts parts_;
  const MediaTokens tokens_;
  GrantCheck check_;
  KeyCache keys_;
  // Last, so that it waits first.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
