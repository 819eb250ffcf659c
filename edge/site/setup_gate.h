// Leads whoever opens an academy that nobody manages yet to its set-up page.
//
// Thread-safe.
#pragma once

#include <grpcpp/channel.h>

#include <atomic>
#include <functional>
#include <memory>

#include "academy/auth/v1/manager_sign_in.grpc.pb.h"
#include "edge/http/exchange.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

class SetupGate {
 public:
  explicit SetupGate(const std::shared_ptr<grpc::Channel>& auth);

  // Calls `serve` at once, or later on another thread; or answers 302 to /admin/setup. The latter only while no manager
  // exists, and to a browser that opens `/` or a page of the managers. An academy that once had a manager has one for
  // ever, so auth is then asked no more. If auth does not answer, the page is served.
  void Pass(const std::shared_ptr<http::Exchange>& exchange, std::function<void()> serve);

 private:
  auth::v1::ManagerSignIn::Stub sign_in_;
  std::atomic<bool> has_manager_ = false;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
