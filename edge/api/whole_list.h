// A whole list that is too long for one message, as the JSON of an answer that is written while its pages are read.
//
// In memory are the page that is sent and the next one, whatever the length of the list. Pages are read at different
// times: a row that changes its place meanwhile may be missing or be there twice, as for a client that pages.
#pragma once

#include <google/protobuf/message.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/impl/codegen/proto_utils.h>
#include <grpcpp/support/byte_buffer.h>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "edge/api/route.h"
#include "edge/http/exchange.h"
#include "edge/upstream/in_flight_calls.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Calls a method by its path; the response stays serialized.
using RawStub = grpc::TemplatedGenericStub<google::protobuf::Message, grpc::ByteBuffer>;

// Whether a request of a route with lists asks for whole ones: it has none of the fields that make a page.
bool IsWhole(const google::protobuf::Message& request);

struct WholeListCall {
  // Must outlive the list, as `route`, which is resolved.
  RawStub& stub;
  const Route& route;
  CallIdentity identity;
  // Metadata of each call.
  std::vector<std::pair<std::string, std::string>> metadata;
  // Kept until the last page has arrived.
  InFlightCalls::Hold hold;
};

// Reads the first page of the route's lists and calls `done` once, later, on another thread, with the JSON of the whole
// answer, which reads the others as it is sent. `request` is the call's. The answer's message is `message`, or that of
// the first page if it is empty. Errors as in FromService; after the first page they break the answer off.
void OpenWholeList(WholeListCall call, const google::protobuf::Message& request, const std::string& message,
                   std::function<void(absl::StatusOr<std::shared_ptr<http::BodySource>>)> done);

}  // namespace academy::edge
