// One request's bytes on their way from the client into catalog's Uploads.AppendUpload.
//
// Thread-safe. At most one piece is on its way at a time: the client is read only as fast as catalog stores.
#pragma once

#include <functional>
#include <memory>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "academy/catalog/v1/uploads.grpc.pb.h"
#include "edge/http/exchange.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// Told what catalog stored, and whether the client was lost, so that nobody sees the answer.
using AppendDone = std::function<void(absl::StatusOr<catalog::v1::UploadState>, bool lost)>;

// Streams the body of `exchange` after `header`, and calls `done` once. When the client is lost, what came of it is
// ended in order, so that it stays stored. DEADLINE_EXCEEDED when nothing moves for `stall`, any other error is
// catalog's.
void AppendBody(catalog::v1::Uploads::StubInterface& catalog, const CallIdentity& identity,
                catalog::v1::AppendUploadRequest::Header header, std::shared_ptr<http::Exchange> exchange,
                absl::Duration stall, AppendDone done);

}  // namespace academy::edge
