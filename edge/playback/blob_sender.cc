#include "edge/playback/blob_sender.h"

#include <array>
#include <utility>

#include "absl/status/statusor.h"
#include "edge/http/response/file_response.h"
#include "edge/upstream/http_status.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

constexpr std::array<std::string_view, 9> kServed = {".m3u8", ".m4s", ".mp4",  ".vtt", ".jpg",
                                                     ".jpeg", ".png", ".webp", ".avif"};
// Of an address that nginx uses at once. More than its request may wait, and than clocks differ.
constexpr absl::Duration kAddressLife = absl::Minutes(10);

void Fail(http::Exchange& exchange, const absl::Status& status) {
  if (absl::IsNotFound(status)) return RefuseFile(exchange);
  exchange.Send(FailureOf(status, exchange.request().id));
}

// Whether nginx with the blob answers as http::FileResponse does. It sends the whole of it for several ranges, has a
// page of its own for 412, and takes conditions of time; HEAD has no bytes that would be worth its while.
bool NginxAnswersAlike(const http::Request& request) {
  return request.method == "GET" && request.Field("range").find(',') == std::string_view::npos &&
         request.Field("if-match").empty() && request.Field("if-unmodified-since").empty();
}

// Adapts a BlobStream to an answer's body.
class StreamedBody final : public http::BodySource {
 public:
  explicit StreamedBody(std::unique_ptr<BlobStream> stream) : stream_(std::move(stream)) {}

  Got Read(std::string& piece, std::function<void()> ready) override {
    absl::Status status = stream_->Read(piece, std::move(ready));
    if (!piece.empty()) return Got::kPiece;
    return status.ok() ? Got::kNothingYet : Got::kBroken;
  }

 private:
  const std::unique_ptr<BlobStream> stream_;
};

// The body of an answer to HEAD, and of an empty blob.
class NoBody final : public http::BodySource {
 public:
  Got Read(std::string& piece, std::function<void()> ready) override { return Got::kBroken; }
};

}  // namespace

struct BlobSender::Wanted {
  std::string key;
  Options options;
  std::shared_ptr<http::Exchange> exchange;

  // What the answer needs, except where the bytes are.
  http::ServedFile Described(std::string etag, int64_t size) const {
    return {.bytes = {.owner = nullptr, .fd = -1, .offset = 0, .length = size},
            .etag = std::move(etag),
            .content_type = std::string(ContentTypeOf(key)),
            .cache_control = std::string(options.cache_control)};
  }
};

void BlobSender::Send(const std::string& key, Options options, const std::shared_ptr<http::Exchange>& exchange) const {
  if (ContentTypeOf(key).empty() || !IsBlobKey(key)) return RefuseFile(*exchange);
  Wanted wanted{.key = key, .options = std::move(options), .exchange = exchange};
  if (parts_.streams != nullptr && wanted.options.fixed && ProxySends(wanted)) {
    // What the proxy has is not asked of the store. If it gets no answer there that it may cache, it asks here again,
    // and sends the field no more.
    std::string path = parts_.addresses->SignedPath(key, parts_.clock.Now(), kAddressLife);
    // By another name, because nginx would add the one that it knows to what is answered here then.
    return Redirect(wanted, parts_.accel_redirect + path.substr(1), "X-Accel-Cache-Control");
  }
  if (parts_.streams == nullptr) {
    // A segment that somebody watched lately is sent by the thread that is here.
    if (std::shared_ptr<const Blob> blob = parts_.blobs.OpenCached(key)) return SendFile(wanted, std::move(blob));
    return exchange->RunOnFileThread([this, wanted = std::move(wanted)] { OpenFile(wanted); });
  }
  SendStream(*parts_.streams, std::make_shared<const Wanted>(std::move(wanted)), false);
}

void BlobSender::OpenFile(const Wanted& wanted) const {
  absl::StatusOr<std::shared_ptr<const Blob>> blob = parts_.blobs.Open(wanted.key);
  if (blob.ok() && (*blob)->descriptor() < 0) {
    blob = Error(absl::StatusCode::kInternal, "internal", "These blobs can only be streamed");
  }
  if (!blob.ok()) return Fail(*wanted.exchange, blob.status());
  SendFile(wanted, *std::move(blob));
}

void BlobSender::SendFile(const Wanted& wanted, std::shared_ptr<const Blob> blob) const {
  const http::Request& request = wanted.exchange->request();
  if (ProxySends(wanted)) return Redirect(wanted, parts_.accel_redirect + wanted.key, "Cache-Control");
  http::ServedFile file = wanted.Described(blob->etag(), blob->size());
  file.bytes.fd = blob->descriptor();
  file.bytes.owner = std::move(blob);
  http::Response answer = http::FileResponse(request, std::move(file));
  answer.still_allowed = wanted.options.still_allowed;
  wanted.exchange->Send(std::move(answer));
}

bool BlobSender::ProxySends(const Wanted& wanted) const {
  const http::Request& request = wanted.exchange->request();
  return !parts_.accel_redirect.empty() && request.proxied && request.Field("x-sendfile-type") == "X-Accel-Redirect" &&
         NginxAnswersAlike(request);
}

void BlobSender::Redirect(const Wanted& wanted, std::string location, std::string_view cache_control_name) {
  http::Response answer;
  answer.headers = {{"X-Accel-Redirect", std::move(location)},
                    {"Content-Type", std::string(ContentTypeOf(wanted.key))},
                    {std::string(cache_control_name), std::string(wanted.options.cache_control)}};
  wanted.exchange->Send(std::move(answer));
}

void BlobSender::SendStream(BlobStreams& streams, const std::shared_ptr<const Wanted>& wanted, bool again) {
  streams.Describe(wanted->key, [&streams, wanted, again](absl::StatusOr<BlobInfo> info) {
    http::Exchange& exchange = *wanted->exchange;
    if (!info.ok()) return Fail(exchange, info.status());
    auto answer = std::make_shared<http::Response>(
        http::FileResponse(exchange.request(), wanted->Described(info->etag, info->size)));
    http::FileRange range = std::exchange(answer->file, {});
    if (answer->status != 200 && answer->status != 206) return exchange.Send(std::move(*answer));
    answer->still_allowed = wanted->options.still_allowed;
    answer->source_length = range.length;
    answer->source = std::make_shared<NoBody>();
    if (range.length == 0 || exchange.request().method == "HEAD") return exchange.Send(std::move(*answer));
    // The answer is sent when its bytes begin to arrive; until then a failure can still be reported.
    streams.Open(wanted->key, *info, range.offset, range.length,
                 [&streams, wanted, again, answer](absl::StatusOr<std::unique_ptr<BlobStream>> stream) {
                   if (absl::IsAborted(stream.status()) && !again) return SendStream(streams, wanted, true);
                   if (!stream.ok()) return Fail(*wanted->exchange, stream.status());
                   answer->source = std::make_shared<StreamedBody>(*std::move(stream));
                   wanted->exchange->Send(std::move(*answer));
                 });
  });
}

std::string_view ContentTypeOf(std::string_view key) {
  for (std::string_view extension : kServed) {
    if (key.ends_with(extension)) return http::ContentTypeOf(key);
  }
  return {};
}

void RefuseFile(http::Exchange& exchange) {
  exchange.Send(http::FailureResponse(404, "not_found", "There is no such file", exchange.request().id));
}

bool RefuseMethod(http::Exchange& exchange) {
  const http::Request& request = exchange.request();
  if (request.method == "GET" || request.method == "HEAD") return false;
  http::Response answer =
      http::FailureResponse(405, "method_not_allowed", "The method is not allowed here", request.id);
  answer.headers.emplace_back("Allow", "GET, HEAD");
  exchange.Send(std::move(answer));
  return true;
}

}  // namespace academy::edge
