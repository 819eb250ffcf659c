// One request of an HTTP/2 connection, from its head to its answer's last byte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/time/time.h"
#include "edge/http/connection/incoming_body.h"
#include "edge/http/connection/live_exchange.h"
#include "edge/http/exchange.h"
#include "edge/http/head.h"
#include "edge/http/http2/live_call.h"
#include "edge/http/http2/stream_answer.h"

namespace academy::http {

// Not thread-safe: it belongs to one connection, which uses it under its lock.
struct Stream {
  enum class Phase {
    kArrived,  // nothing was decided yet
    kQueued,   // to be handled once others are answered
    kBody,     // collecting a body
    kAnswer,   // waiting for the handler's answer
    kStream,   // handing a body on piece by piece
    kSend,     // sending an answer
    kLost,     // the client gave it up; what came of its body is handed on
  };

  Phase phase = Phase::kArrived;
  absl::Duration deadline = absl::InfiniteDuration();
  // 0, or what the request is refused with.
  int refused = 0;
  Head head;
  // Only method, path and query, until it is handled.
  Request request;
  BodyRule rule;

  // Of the body, not used yet.
  std::string in;
  // The client sent all of it.
  bool ended = false;
  // Bytes of `in` that the connection's window still counts, because nobody wants the body yet.
  size_t unwanted = 0;
  IncomingBody body;
  // Who asked for a body on demand, while it is collected.
  std::shared_ptr<LiveExchange> collector;
  std::function<void()> collected;
  std::shared_ptr<BodySink> sink;
  // It is for the live gateway, and there since `live_call` is set.
  bool live = false;
  std::shared_ptr<LiveCall> live_call;
  // The size of the piece that the sink works on; 0 when it does not.
  size_t sink_busy = 0;

  std::optional<StreamAnswer> answer;
  // When a client that takes what is kept for it at the least rate has all of it.
  absl::Duration taken_by = absl::InfiniteDuration();
  // When its answer began, and how much the connection had sent by then.
  absl::Duration began;
  uint64_t sent_before = 0;
};

}  // namespace academy::http
