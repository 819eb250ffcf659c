// Passes one request's body from the client to catalog's Uploads.AppendUpload.
//
// Thread-safe. At most one piece is in flight, so the client is read only as fast as catalog stores.
#pragma once

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "edge/http/exchange.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Gets the upload's new state, and whether the client has disconnected and will not see an answer.
using AppendDone = std::function<void(absl::StatusOr<catalog::v1::UploadState>, bool lost)>;

// Sends `header` and then the body of `exchange`, and calls `done` once. If the client disconnects, the stream is ended
// normally, so that the bytes received stay stored. DEADLINE_EXCEEDED if nothing moves for `stall`; any other error is
// catalog's. `catalog` must outlive the call.
void AppendBody(catalog::v1::Uploads::StubInterface& catalog, const CallIdentity& identity,
                catalog::v1::AppendUploadRequest::Header header, std::shared_ptr<http::Exchange> exchange,
                absl::Duration stall, AppendDone done);

}  // namespace academy::edge
