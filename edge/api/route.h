// One call of the public API, as a row of the table in routes.cc.
//
// Plain values; the functions in them are thread-safe.
#pragma once

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/time/time.h"
#include "edge/upstream/channels.h"
#include "edge/upstream/timeouts.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

enum class Verb { kGet, kPost, kPut, kPatch, kDelete, kHead, kOptions };

// Whose token a call wants.
enum class Access { kPublic, kManager, kLearner };

// Calls of the public API that the edge answers itself.
enum class LocalHandler { kNone, kTryLogin, kSite, kPageView, kUploads, kImportUsers, kExportUsers, kExportCourse };

struct Route {
  Verb verb = Verb::kGet;
  std::string path;
  Access access = Access::kPublic;

  // Either an rpc, `auth.v1.Learners/UpdateLearner` ...
  std::string rpc;
  // ... or one of the edge's own calls.
  LocalHandler local = LocalHandler::kNone;
  // The row's line in the table.
  int line = 0;

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
  // What another service is asked before the rpc: completes the request, of type `prepared`, which lives until `done`
  // is called, once.
  std::function<void(const Channels&, const CallIdentity&, google::protobuf::Message& request,
                     std::function<void(absl::Status)> done)>
      prepare;
  const google::protobuf::Descriptor* prepared = nullptr;

  // What ResolveRpc finds: the rpc, who answers it, its path on the wire, and empty messages to make others from.
  const google::protobuf::MethodDescriptor* method = nullptr;
  Service service = Service::kAuth;
  std::string method_path;
  const google::protobuf::Message* request = nullptr;
  const google::protobuf::Message* response = nullptr;

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
  Route After(void (*first)(const Channels&, const CallIdentity&, Request&, std::function<void(absl::Status)>)) && {
    prepared = Request::descriptor();
    prepare = [first](const Channels& channels, const CallIdentity& identity, google::protobuf::Message& message,
                      std::function<void(absl::Status)> done) {
      first(channels, identity, static_cast<Request&>(message), std::move(done));
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

// A row whose call is answered by one rpc, named without the leading `academy.`: `auth.v1.Learners/UpdateLearner`. Its
// messages come from the descriptors, when the router is made.
Route Rpc(Verb verb, std::string path, Access access, std::string rpc, int line = __builtin_LINE());

// A row whose call the edge answers itself.
Route Local(Verb verb, std::string path, Access access, LocalHandler handler, int line = __builtin_LINE());

// Finds the rpc of a row and checks that the row fits it. INVALID_ARGUMENT invalid_route, with the row's line, where no
// such rpc exists, where it streams, where it is for other callers than the row's, or where the row reads a request
// that the rpc does not take.
absl::Status ResolveRpc(Route& route);

std::string_view VerbText(Verb verb);

}  // namespace academy::edge
