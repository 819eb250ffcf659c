// How the front door listens, what it allows, and what surrounds it.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>

#include "absl/time/time.h"
#include "edge/http/exchange.h"
#include "edge/http/forwarded.h"
#include "edge/http/handover.h"
#include "edge/tls/tls.h"

namespace academy::http {

struct ServerOptions {
  std::string bind = "127.0.0.1";
  // 0 takes a free port.
  int port = 0;
  // 0 for two a core, but four at least: none ever waits for anything, and more of them only wake each other.
  int workers = 0;
  // Threads that open and send files, and may wait for a disk.
  int file_workers = 4;
  // Open connections in all, and of one remote address; more are answered with 503.
  size_t max_connections = 16 * 1024;
  size_t max_per_address = 4096;
  // The system gives the lowest free descriptor: a connection that gets this one, or a higher one, is answered with
  // 503, so that files and services can still be reached when very many are connected, here and at the live gateway.
  int max_descriptor = std::numeric_limits<int>::max();
  HeadLimits head;
  // Speaks TLS, and nothing but TLS, where set.
  std::shared_ptr<tls::Context> tls;
  // Exempt from the limit on one address, and believed about their clients.
  TrustedProxies proxies;
  // A connection without a request ends after this.
  absl::Duration idle_timeout = absl::Seconds(75);
  // From a request's first byte to the end of its head; likewise for a TLS handshake, from the connection's beginning.
  absl::Duration head_timeout = absl::Seconds(10);
  // A collected body gets this much, and a second more for every 32 KiB allowed.
  absl::Duration body_timeout = absl::Seconds(20);
  // A streamed body, or a client taking its answer, must move within this.
  absl::Duration stall_timeout = absl::Seconds(30);
  // A handler that has not answered by then is given up.
  absl::Duration answer_timeout = absl::Seconds(120);
  // After the last answer, for the client to read it while it still sends.
  absl::Duration linger_timeout = absl::Seconds(2);
};

// What surrounds the server; all but `handle` may be empty.
struct ServerHooks {
  Handler handle;
  BodyPolicy body_policy;
  // Takes a connection whose request is for the live gateway, with the head that was read. `is_live` decides that by
  // the target in its origin form.
  std::function<bool(std::string_view target)> is_live;
  std::function<void(Handover connection)> adopt_live;
  // Adds what every answer carries; `secure` as in Request.
  std::function<void(Response& answer, bool secure)> finish;
  // After each answer was made: for metrics.
  std::function<void(std::string_view route, int status, absl::Duration took)> observe;
};

}  // namespace academy::http
