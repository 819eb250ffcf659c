// Pictures of courses: /images/<path>, public.
//
// Thread-safe.
#pragma once

#include <memory>

#include "edge/http/exchange.h"
#include "edge/playback/blob_sender.h"

namespace academy::edge {

// Answers GET and HEAD with a picture. A picture's name changes with its content, so browsers may cache it for ever.
void ServeImage(const BlobSender& files, const std::shared_ptr<http::Exchange>& exchange);

}  // namespace academy::edge
