// The tus 1.0.0 endpoint (https://tus.io/protocols/resumable-upload): resumable uploads of managers' videos to catalog.
//
// Thread-safe. Bytes are passed on to catalog, not stored here.
#pragma once

#include <grpcpp/channel.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "edge/api/route.h"
#include "edge/api/transcoder.h"
#include "edge/http/exchange.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

class Uploads {
 public:
  // `transcoder` must outlive this, and no exchange may be open when it is destroyed. `max_size`, in bytes, is only
  // announced to clients; catalog enforces it.
  Uploads(const std::shared_ptr<grpc::Channel>& catalog, const Transcoder& transcoder, int64_t max_size);

  // Answers a request for the route's path, or for `upload_id` below it: OPTIONS for anybody; POST, HEAD, PATCH and
  // DELETE for managers. The body of POST and PATCH is streamed; POST may stand for PATCH or DELETE with
  // X-HTTP-Method-Override. Failures have the REST contract's shape: 400, 401, 403, 404, 405, 409, 412, 413, 415, 460,
  // 503 and 504; 423 instead of the last two when HEAD asks for the offset.
  void Serve(const SharedExchange& exchange, const Route& route, const std::string& upload_id);

 private:
  using Act = void (Uploads::*)(const SharedExchange&, const CallIdentity&, const std::string& upload_id);

  void Authorized(const SharedExchange& exchange, const Route& route, const std::string& upload_id, Act act);
  void Create(const SharedExchange& exchange, const CallIdentity& identity, const std::string& unused);
  void Look(const SharedExchange& exchange, const CallIdentity& identity, const std::string& upload_id);
  void Append(const SharedExchange& exchange, const CallIdentity& identity, const std::string& upload_id);
  void Delete(const SharedExchange& exchange, const CallIdentity& identity, const std::string& upload_id);
  // Removes an upload whose address no client has been told, then calls `done`.
  void Discard(const CallIdentity& identity, const std::string& upload_id, std::function<void()> done);

  catalog::v1::Uploads::Stub catalog_;
  const Transcoder& transcoder_;
  const int64_t max_size_;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
