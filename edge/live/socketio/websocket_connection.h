// A WebSocket that carries Engine.IO packets. Not thread-safe: used on the gateway's thread only.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "edge/http/head.h"
#include "edge/live/socketio/address_limiter.h"
#include "edge/live/socketio/answering.h"
#include "edge/live/socketio/engine_session.h"
#include "edge/live/socketio/stream.h"

namespace academy::live {

struct WebSocketRequest {
  Stream stream;
  AddressLimiter::Place place;
  // The head of the handshake request.
  http::Head head;
  // Let go of when the handshake is answered.
  Answering answering;
  size_t max_payload = 0;
};

// Answers the handshake, then passes frames to the session given to Bind; without a session it closes as soon as it is
// open. Frames sent before the handshake is done wait for it. Keeps itself alive while it is open.
class WebSocketTransport : public FrameTransport {
 public:
  virtual void Bind(std::shared_ptr<EngineSession> session) = 0;
  // Starts the handshake. Call after Bind.
  virtual void Start() = 0;
};
std::shared_ptr<WebSocketTransport> MakeWebSocket(WebSocketRequest request);

}  // namespace academy::live
