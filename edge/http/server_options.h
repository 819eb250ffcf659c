// The front door's options and limits, and the hooks to the code around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "edge/http/address/forwarded.h"
#include "edge/http/exchange.h"
#include "edge/http/handover.h"
#include "edge/http/served.h"
#include "edge/tls/tls.h"

namespace academy::http {

struct ServerOptions {
  std::string bind = "127.0.0.1";
  // 0 takes a free port.
  int port = 0;
  // Worker threads. 0 means two per core, at least four: workers never block, so more would only contend.
  int workers = 0;
  // Threads that open and send files, and may block on a disk.
  int file_workers = 4;
  // The most open connections in all, and from one remote address (address_groups.h); further ones get 503.
  size_t max_connections = 16 * 1024;
  size_t max_per_address = 4096;
  // A connection whose descriptor is this or higher gets 503. The system hands out the lowest free descriptor, so this
  // keeps descriptors free for files and services however many clients are connected, here and at the live gateway.
  int max_descriptor = std::numeric_limits<int>::max();
  // The most bytes of request bodies kept at once (BodyBudget); requests beyond get 503.
  uint64_t body_budget = 256 * 1024 * 1024;
  HeadLimits head;
  // If set, the front door speaks TLS only.
  std::shared_ptr<tls::Context> tls;
  // Trusted about their clients' addresses, and exempt from the limit on one address.
  TrustedProxies proxies;
  // An idle connection is closed after this.
  absl::Duration idle_timeout = absl::Seconds(75);
  // From a request's first byte to the end of its head; also for a TLS handshake, from the connection's beginning.
  absl::Duration head_timeout = absl::Seconds(10);
  // For a collected body, plus a second for every 32 KiB that its rule allows.
  absl::Duration body_timeout = absl::Seconds(20);
  // A streamed body, or a client reading its answer, must make progress within this.
  absl::Duration stall_timeout = absl::Seconds(30);
  // The rate at which a client must read an answer kept in memory, once `stall_timeout` has passed.
  double least_bytes_a_second = 2 * 1024;
  // A handler that has not answered by then is abandoned.
  absl::Duration answer_timeout = absl::Seconds(120);
  // How long a closing connection lets a client that is still sending read the last answer.
  absl::Duration linger_timeout = absl::Seconds(2);
};

// The server's callbacks, called from its workers, so they must be thread-safe and must not block. All but `handle` may
// be empty.
struct ServerHooks {
  Handler handle;
  BodyPolicy body_policy;
  // Whether a request's target, in origin form, is for the live gateway; `adopt_live` then takes the connection with
  // the head that was read, and owns its descriptor.
  std::function<bool(std::string_view target)> is_live;
  std::function<void(Handover connection)> adopt_live;
  // The trace of a request that has all but its body; without it, requests are in none.
  std::function<TraceContext(const Request& request)> trace;
  // Takes the answered requests that it wants, for logs; may be null. Requests for the live gateway are the gateway's.
  std::shared_ptr<ServedSink> served;
  // Adds the headers that every answer carries; `secure` as in Request.
  std::function<void(Response& answer, bool secure)> finish;
  // Called after each answer, for metrics.
  std::function<void(std::string_view route, int status, absl::Duration took)> observe;
};

}  // namespace academy::http
