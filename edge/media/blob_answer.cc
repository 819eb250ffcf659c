#include "edge/media/blob_answer.h"

#include <array>
#include <memory>
#include <utility>

#include "absl/status/statusor.h"
#include "edge/http/file_answer.h"
#include "edge/http_status.h"
#include "services/common/status.h"

namespace academy::edge {
namespace {

constexpr std::array<std::string_view, 9> kServed = {".m3u8", ".m4s", ".mp4",  ".vtt", ".jpg",
                                                     ".jpeg", ".png", ".webp", ".avif"};

}  // namespace

std::string_view ContentTypeOf(std::string_view key) {
  for (std::string_view extension : kServed) {
    if (key.ends_with(extension)) return http::ContentTypeOf(key);
  }
  return {};
}

void SendBlob(const Blobs& blobs, const std::string& key, std::string_view cache_control, http::Exchange& exchange) {
  std::string_view type = ContentTypeOf(key);
  if (type.empty() || !IsBlobKey(key)) return RefuseFile(exchange);
  absl::StatusOr<std::shared_ptr<const Blob>> blob = blobs.Open(key);
  if (absl::IsNotFound(blob.status())) return RefuseFile(exchange);
  const http::Request& request = exchange.request();
  if (blob.ok() && (*blob)->descriptor() < 0) {
    blob = Error(absl::StatusCode::kUnavailable, "storage_error", "This storage cannot be sent from here");
  }
  if (!blob.ok()) return exchange.Send(FailureOf(blob.status(), request.id));
  int fd = (*blob)->descriptor();
  int64_t size = (*blob)->size();
  http::ServedFile file{.bytes = {.owner = *blob, .fd = fd, .offset = 0, .length = size},
                        .etag = (*blob)->etag(),
                        .content_type = std::string(type),
                        .cache_control = std::string(cache_control)};
  exchange.Send(http::FileAnswer(request, std::move(file)));
}

void RefuseFile(http::Exchange& exchange) {
  exchange.Send(http::FailureAnswer(404, "not_found", "There is no such file", exchange.request().id));
}

bool RefuseMethod(http::Exchange& exchange) {
  const http::Request& request = exchange.request();
  if (request.method == "GET" || request.method == "HEAD") return false;
  http::Answer answer = http::FailureAnswer(405, "method_not_allowed", "The method is not allowed here", request.id);
  answer.headers.emplace_back("Allow", "GET, HEAD");
  exchange.Send(std::move(answer));
  return true;
}

}  // namespace academy::edge
