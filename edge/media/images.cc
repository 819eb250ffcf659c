#include "edge/media/images.h"

#include <string>

#include "edge/media/blob_answer.h"

namespace academy::edge {

void ServeImage(const Blobs& blobs, const std::shared_ptr<http::Exchange>& exchange) {
  if (RefuseMethod(*exchange)) return;
  // The path is the key: images/<name>.
  std::string key = exchange->request().path.substr(1);
  if (!ContentTypeOf(key).starts_with("image/")) return RefuseFile(*exchange);
  SendBlob(blobs, key, "public, max-age=31536000, immutable", *exchange);
}

}  // namespace academy::edge
