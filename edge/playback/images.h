// Pictures of courses: /images/<path>, for everybody.
//
// Thread-safe.
#pragma once

#include <memory>

#include "edge/http/exchange.h"
#include "edge/playback/blob_sender.h"

namespace academy::edge {

// Answers GET and HEAD with a picture. Its name changes with its content, so that browsers may keep it for good.
void ServeImage(const BlobSender& files, const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
