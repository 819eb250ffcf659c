// A WebSocket that carries Engine.IO packets. Not thread-safe: lives on the gateway's thread.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "edge/http/head.h"
#include "edge/live/socketio/address_limiter.h"
#include "edge/live/socketio/engine_session.h"
#include "edge/live/socketio/stream.h"

namespace academy::live {

struct WebSocketRequest {
  Stream stream;
  AddressLimiter::Place place;
  // The handshake's.
  http::Head head;
  size_t max_payload = 0;
};

// Answers the handshake and starts to read. Frames go to the session that Bind names; without one the WebSocket is
// closed as soon as it is open. What is sent before that waits for the handshake. It lives as long as it is open.
class WebSocketTransport : public FrameTransport {
 public:
  virtual void Bind(std::shared_ptr<EngineSession> session) = 0;
  // Starts the handshake; after Bind.
  virtual void Start() = 0;
};
std::shared_ptr<WebSocketTransport> MakeWebSocket(WebSocketRequest request);

}  // namespace academy::live
