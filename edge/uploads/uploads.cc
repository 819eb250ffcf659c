#include "edge/uploads/uploads.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "edge/uploads/append_call.h"
#include "edge/uploads/tus.h"
#include "edge/upstream/http_status.h"
#include "edge/upstream/timeouts.h"
#include "edge/upstream/unary_call.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

namespace v1 = catalog::v1;
using Async = v1::Uploads::StubInterface::async_interface;

constexpr std::string_view kUploadsPath = "/api/cm/media/uploads";
// An append to catalog that does not move for this long is abandoned; shorter than the front door's wait for an answer.
constexpr absl::Duration kStall = absl::Seconds(100);
// tus's status for a wrong checksum.
constexpr int kChecksumMismatch = 460;
// tus's status for an upload that cannot be continued now.
constexpr int kLocked = 423;

bool IsUploadId(std::string_view id) {
  return !id.empty() && id.size() <= 64 && std::all_of(id.begin(), id.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-';
  });
}

bool HasBody(const http::Request& request) {
  std::string_view length = request.Field("content-length");
  return !request.Field("transfer-encoding").empty() || length.find_first_not_of('0') != length.npos;
}

std::string_view MethodOf(const http::Request& request) {
  std::string_view override_with = request.Field("x-http-method-override");
  bool known = override_with == "PATCH" || override_with == "DELETE";
  return request.method == "POST" && known ? override_with : std::string_view(request.method);
}

http::Response TusAnswer(int status) {
  http::Response answer;
  answer.status = status;
  answer.headers = {{"Tus-Resumable", std::string(kTusVersion)}, {"Cache-Control", "no-store"}};
  return answer;
}

// What the tus clients of browsers make of a failure that passes, when they have asked for an upload's offset: after
// any other answer but 423 they give the upload up, and send the file again as another one.
bool IsLocked(const http::Request& request, const http::Response& answer) {
  return request.method == "HEAD" && (answer.status >= 500 || answer.status == 429);
}

void Fail(http::Exchange& exchange, const absl::Status& status) {
  http::Response answer = FailureOf(status, exchange.request().id);
  if (IsLocked(exchange.request(), answer)) answer.status = kLocked;
  // tus has no 422: an invalid request is 400.
  if (absl::IsInvalidArgument(status)) {
    answer.status = DetailOf(status).reason == "checksum_mismatch" ? kChecksumMismatch : 400;
  }
  answer.headers.emplace_back("Tus-Resumable", kTusVersion);
  exchange.Send(std::move(answer));
}

void FailWith(http::Exchange& exchange, int status, std::string_view code, std::string_view message,
              std::string_view field, std::string_view value) {
  http::Response answer = http::FailureResponse(status, code, message, exchange.request().id);
  answer.headers.emplace_back("Tus-Resumable", kTusVersion);
  answer.headers.emplace_back(field, value);
  exchange.Send(std::move(answer));
}

absl::Status WrongContentType() {
  return Error(absl::StatusCode::kUnimplemented, "unsupported_media_type",
               "The content's type must be application/offset+octet-stream");
}

void AddProgress(const v1::UploadState& state, http::Response& answer) {
  answer.headers.emplace_back("Upload-Offset", std::to_string(state.offset()));
  bool finished = state.has_length() && state.offset() == state.length();
  if (!finished && state.expires_at_ms() > 0) {
    answer.headers.emplace_back("Upload-Expires", FormatHttpDate(state.expires_at_ms()));
  }
}

http::Response Created(const v1::UploadState& state) {
  http::Response answer = TusAnswer(201);
  answer.headers.emplace_back("Location", std::string(kUploadsPath) + "/" + state.upload_id());
  AddProgress(state, answer);
  return answer;
}

}  // namespace

Uploads::Uploads(const std::shared_ptr<grpc::Channel>& catalog, const Transcoder& transcoder, int64_t max_size)
    : catalog_(catalog), transcoder_(transcoder), max_size_(max_size) {}

void Uploads::Serve(const SharedExchange& exchange, const Route& route, const std::string& upload_id) {
  const http::Request& request = exchange->request();
  std::string_view method = MethodOf(request);
  if (method == "OPTIONS") {
    http::Response answer = TusAnswer(204);
    answer.headers.emplace_back("Tus-Version", kTusVersion);
    answer.headers.emplace_back("Tus-Extension", kTusExtensions);
    answer.headers.emplace_back("Tus-Max-Size", std::to_string(max_size_));
    answer.headers.emplace_back("Tus-Checksum-Algorithm", kTusChecksums);
    return exchange->Send(std::move(answer));
  }
  if (request.Field("tus-resumable") != kTusVersion) {
    return FailWith(*exchange, 412, "tus_version", "Only tus 1.0.0 is spoken here", "Tus-Version", kTusVersion);
  }
  if (upload_id.empty()) {
    if (method == "POST") return Authorized(exchange, route, upload_id, &Uploads::Create);
    return FailWith(*exchange, 405, "method_not_allowed", "The method is not allowed here", "Allow", "OPTIONS, POST");
  }
  if (!IsUploadId(upload_id)) {
    return Fail(*exchange, Error(absl::StatusCode::kNotFound, "upload_not_found", "There is no such upload"));
  }
  if (method == "HEAD") return Authorized(exchange, route, upload_id, &Uploads::Look);
  if (method == "PATCH") return Authorized(exchange, route, upload_id, &Uploads::Append);
  if (method == "DELETE") return Authorized(exchange, route, upload_id, &Uploads::Delete);
  FailWith(*exchange, 405, "method_not_allowed", "The method is not allowed here", "Allow",
           "DELETE, HEAD, OPTIONS, PATCH");
}

void Uploads::Authorized(const SharedExchange& exchange, const Route& route, const std::string& upload_id, Act act) {
  transcoder_.Authorize(
      exchange, route, [exchange](const absl::Status& refusal) { Fail(*exchange, refusal); },
      [this, exchange, upload_id, act, hold = in_flight_.Add()](const Session& session) {
        (this->*act)(exchange, transcoder_.IdentityOf(exchange->request(), session), upload_id);
      });
}

void Uploads::Create(const SharedExchange& exchange, const CallIdentity& identity, const std::string&) {
  const http::Request& request = exchange->request();
  absl::StatusOr<std::optional<int64_t>> length =
      ParseNewLength(request.Field("upload-length"), request.Field("upload-defer-length"));
  if (!length.ok()) return Fail(*exchange, length.status());
  absl::StatusOr<UploadMetadata> metadata = ParseUploadMetadata(request.Field("upload-metadata"));
  if (!metadata.ok()) return Fail(*exchange, metadata.status());
  absl::StatusOr<UploadChecksum> checksum = ParseUploadChecksum(request.Field("upload-checksum"));
  if (!checksum.ok()) return Fail(*exchange, checksum.status());
  bool has_body = HasBody(request);
  if (has_body && !IsTusContentType(request.Field("content-type"))) return Fail(*exchange, WrongContentType());

  v1::CreateUploadRequest create;
  if (length->has_value()) create.set_length(**length);
  create.set_filename(metadata->filename);
  create.set_filetype(metadata->filetype);
  create.set_metadata(std::string(request.Field("upload-metadata")));
  CallUnary<Async, v1::CreateUploadRequest, v1::UploadState>(
      catalog_.async(), &Async::CreateUpload, identity, kLongTimeout, std::move(create),
      [this, exchange, identity, has_body, checksum = *checksum,
       hold = in_flight_.Add()](absl::StatusOr<v1::UploadState> state) {
        if (!state.ok()) return Fail(*exchange, state.status());
        if (!has_body) return exchange->Send(Created(*state));
        v1::AppendUploadRequest::Header header;
        header.set_upload_id(state->upload_id());
        header.set_checksum_algorithm(checksum.algorithm);
        header.set_checksum(checksum.digest);
        AppendBody(catalog_, identity, std::move(header), exchange, kStall,
                   [this, exchange, identity, hold, upload_id = state->upload_id()](
                       const absl::StatusOr<v1::UploadState>& appended, bool lost) {
                     if (appended.ok() && !lost) return exchange->Send(Created(*appended));
                     // The client will start over, because it does not know this upload's address.
                     Discard(identity, upload_id, [exchange, hold, status = appended.status()] {
                       if (!status.ok()) return Fail(*exchange, status);
                       // The client is gone, but the metrics count the answer.
                       exchange->Send(TusAnswer(204));
                     });
                   });
      });
}

void Uploads::Look(const SharedExchange& exchange, const CallIdentity& identity, const std::string& upload_id) {
  v1::GetUploadRequest get;
  get.set_upload_id(upload_id);
  CallUnary<Async, v1::GetUploadRequest, v1::UploadState>(
      catalog_.async(), &Async::GetUpload, identity, kLongTimeout, std::move(get),
      [exchange, hold = in_flight_.Add()](absl::StatusOr<v1::UploadState> state) {
        if (!state.ok()) return Fail(*exchange, state.status());
        http::Response answer = TusAnswer(200);
        AddProgress(*state, answer);
        if (state->has_length()) {
          answer.headers.emplace_back("Upload-Length", std::to_string(state->length()));
        } else {
          answer.headers.emplace_back("Upload-Defer-Length", "1");
        }
        if (!state->metadata().empty()) answer.headers.emplace_back("Upload-Metadata", state->metadata());
        exchange->Send(std::move(answer));
      });
}

void Uploads::Append(const SharedExchange& exchange, const CallIdentity& identity, const std::string& upload_id) {
  const http::Request& request = exchange->request();
  if (!IsTusContentType(request.Field("content-type"))) return Fail(*exchange, WrongContentType());
  absl::StatusOr<int64_t> offset = ParseByteCount("Upload-Offset", request.Field("upload-offset"));
  if (!offset.ok()) return Fail(*exchange, offset.status());
  absl::StatusOr<UploadChecksum> checksum = ParseUploadChecksum(request.Field("upload-checksum"));
  if (!checksum.ok()) return Fail(*exchange, checksum.status());

  v1::AppendUploadRequest::Header header;
  header.set_upload_id(upload_id);
  header.set_offset(*offset);
  header.set_checksum_algorithm(checksum->algorithm);
  header.set_checksum(checksum->digest);
  if (std::string_view length_field = request.Field("upload-length"); !length_field.empty()) {
    absl::StatusOr<int64_t> length = ParseByteCount("Upload-Length", length_field);
    if (!length.ok()) return Fail(*exchange, length.status());
    header.set_length(*length);
  }
  AppendBody(catalog_, identity, std::move(header), exchange, kStall,
             [exchange, hold = in_flight_.Add()](const absl::StatusOr<v1::UploadState>& state, bool) {
               if (!state.ok()) return Fail(*exchange, state.status());
               http::Response answer = TusAnswer(204);
               AddProgress(*state, answer);
               exchange->Send(std::move(answer));
             });
}

void Uploads::Delete(const SharedExchange& exchange, const CallIdentity& identity, const std::string& upload_id) {
  v1::DeleteUploadRequest request;
  request.set_upload_id(upload_id);
  CallUnary<Async, v1::DeleteUploadRequest, v1::DeleteUploadResponse>(
      catalog_.async(), &Async::DeleteUpload, identity, kLongTimeout, std::move(request),
      [exchange, hold = in_flight_.Add()](const absl::StatusOr<v1::DeleteUploadResponse>& deleted) {
        if (!deleted.ok()) return Fail(*exchange, deleted.status());
        exchange->Send(TusAnswer(204));
      });
}

void Uploads::Discard(const CallIdentity& identity, const std::string& upload_id, std::function<void()> done) {
  v1::DeleteUploadRequest request;
  request.set_upload_id(upload_id);
  // If this fails, the upload expires by itself.
  CallUnary<Async, v1::DeleteUploadRequest, v1::DeleteUploadResponse>(
      catalog_.async(), &Async::DeleteUpload, identity, kLongTimeout, std::move(request),
      [done = std::move(done)](const absl::StatusOr<v1::DeleteUploadResponse>&) { done(); });
}

}  // namespace academy::edge
