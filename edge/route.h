// One call of the public API, as a row of the table in routes.cc.
//
// Plain values; the functions in them are thread-safe.
#pragma once

#include <google/protobuf/message.h>
#include <grpcpp/client_context.h>
#include <grpcpp/support/status.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "edge/backends.h"
#include "edge/http/exchange.h"
#include "edge/timeouts.h"
#include "services/common/rpc/channel.h"

namespace academy::edge {

enum class Verb { kGet, kPost, kPut, kPatch, kDelete, kHead, kOptions };

// Whose token a call wants.
enum class Access { kPublic, kManager, kLearner };

// Calls of the public API that are more than one rpc; each is an Endpoint of its own.
enum class Own { kNone, kTryLogin, kSite, kPageView, kUploads, kImportUsers, kExportUsers, kExportCourse };

struct Route {
  Verb verb = Verb::kGet;
  std::string path;
  Access access = Access::kPublic;

  // Either an rpc ...
  std::function<std::unique_ptr<google::protobuf::Message>()> new_request;
  const google::protobuf::Descriptor* response = nullptr;
  std::function<std::unique_ptr<google::protobuf::Message>()> new_response;
  // As the service calls it, `/academy.auth.v1.Learners/FetchUsers`.
  std::string rpc;
  // ... or one of the edge's own.
  Own own = Own::kNone;

  // HTTP status of success.
  int success = 200;
  // Bytes of the body.
  uint64_t max_body = 1024 * 1024;
  // From the whole request to the service's answer; later is 504.
  absl::Duration timeout = kOrdinaryTimeout;
  bool success_flag = false;
  bool multipart = false;
  bool query_too = false;
  bool subpaths = false;
  // The body goes to its handler as it comes.
  bool streamed = false;
  // What another service is asked before the rpc: completes the request, which lives until `done` is called, once.
  std::function<void(Backends&, const CallIdentity&, google::protobuf::Message& request,
                     std::function<void(absl::Status)> done)>
      prepare;

  // Success is 201.
  Route Created() && {
    success = 201;
    return std::move(*this);
  }
  // Failures carry `success: false` and `msg` too.
  Route SuccessFlag() && {
    success_flag = true;
    return std::move(*this);
  }
  // The body has at most `bytes`.
  Route Body(uint64_t bytes) && {
    max_body = bytes;
    return std::move(*this);
  }
  // The call takes long by its nature: it hashes a password.
  Route Long() && {
    timeout = kLongTimeout;
    return std::move(*this);
  }
  // The body is a multipart form of at most `bytes`: a file fills a bytes field, text a string field, and JSON text a
  // field of any other type.
  Route Multipart(uint64_t bytes) && {
    multipart = true;
    max_body = bytes;
    timeout = kLongTimeout;
    return std::move(*this);
  }
  // The endpoint reads a body of at most `bytes` itself.
  Route Streamed(uint64_t bytes) && {
    streamed = true;
    max_body = bytes;
    return std::move(*this);
  }
  // `first` completes the request, of type Request.
  template <typename Request>
  Route After(void (*first)(Backends&, const CallIdentity&, Request&, std::function<void(absl::Status)>)) && {
    prepare = [first](Backends& backends, const CallIdentity& identity, google::protobuf::Message& request,
                      std::function<void(absl::Status)> done) {
      first(backends, identity, static_cast<Request&>(request), std::move(done));
    };
    return std::move(*this);
  }
  // String fields may come as query parameters too.
  Route QueryToo() && {
    query_too = true;
    return std::move(*this);
  }
  // The row is for everything below its path too, `<path>/<rest>`.
  Route WithSubpaths() && {
    subpaths = true;
    return std::move(*this);
  }
};

// The path of the rpc that takes `request`: each has a request type of its own, in its own file. Empty without one.
std::string RpcOf(const google::protobuf::Descriptor* request);

// A row whose call is answered by one rpc: `method` of the stub's async interface, from which the types of request and
// answer are deduced. The answer comes as it was sent, and is not parsed: see PlainStub.
template <typename Stub, typename Async, typename Request, typename Response>
Route Rpc(Verb verb, std::string path, Access access, Stub Backends::*,
          void (Async::*)(grpc::ClientContext*, const Request*, Response*, std::function<void(grpc::Status)>)) {
  Route route{.verb = verb, .path = std::move(path), .access = access};
  route.new_request = [] { return std::make_unique<Request>(); };
  route.new_response = [] { return std::make_unique<Response>(); };
  route.response = Response::descriptor();
  route.rpc = RpcOf(Request::descriptor());
  return route;
}

// A row whose call the edge answers itself.
Route Endpoint(Verb verb, std::string path, Access access, Own own);

}  // namespace academy::edge
