#include "edge/playback/images.h"

#include <string>

namespace academy::edge {

void ServeImage(const BlobSender& files, const std::shared_ptr<http::Exchange>& exchange) {
  if (RefuseMethod(*exchange)) return;
  // The path is the key: images/<name>.
  std::string key = exchange->request().path.substr(1);
  if (!ContentTypeOf(key).starts_with("image/")) return RefuseFile(*exchange);
  files.Send(key, {.cache_control = "public, max-age=31536000, immutable", .fixed = true, .still_allowed = nullptr},
             exchange);
}

}  // namespace academy::edge
