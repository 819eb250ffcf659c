#include "edge/api/openapi/api_document.h"

#include <google/protobuf/io/gzip_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "edge/api/openapi/document.h"
#include "edge/http/response/file_response.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/digest.h"
#include "services/platform/encoding/hex.h"

namespace academy::edge {
namespace {

std::string Gzip(std::string_view text) {
  std::string packed;
  google::protobuf::io::StringOutputStream out(&packed);
  google::protobuf::io::GzipOutputStream gzip(&out);
  while (!text.empty()) {
    void* room = nullptr;
    int size = 0;
    if (!gzip.Next(&room, &size)) return "";
    auto part = std::min(text.size(), static_cast<size_t>(size));
    std::memcpy(room, text.data(), part);
    text.remove_prefix(part);
    gzip.BackUp(size - static_cast<int>(part));
  }
  return gzip.Close() ? packed : "";
}

}  // namespace

absl::StatusOr<ApiDocument> ApiDocument::Make(const std::vector<Route>& routes) {
  ASSIGN_OR_RETURN(Comments comments, Comments::LoadOwn());
  ASSIGN_OR_RETURN(Json json, MakeOpenApi(routes, comments));
  ApiDocument document;
  document.text_ = std::make_shared<const std::string>(json.dump());
  std::string packed = Gzip(*document.text_);
  if (!packed.empty()) document.packed_ = std::make_shared<const std::string>(std::move(packed));
  std::string hash = Hex(Sha256(*document.text_)).substr(0, 32);
  document.tag_ = '"' + hash + '"';
  document.packed_tag_ = '"' + hash + "-gzip\"";
  return document;
}

void ApiDocument::Serve(const std::shared_ptr<http::Exchange>& exchange) const {
  const http::Request& request = exchange->request();
  if (request.method != "GET" && request.method != "HEAD") {
    http::Response answer =
        http::FailureResponse(405, "method_not_allowed", "The method is not allowed here", request.id);
    answer.headers.emplace_back("Allow", "GET, HEAD");
    return exchange->Send(std::move(answer));
  }
  bool packed = packed_ != nullptr && request.Field("accept-encoding").find("gzip") != std::string_view::npos;
  const std::string& tag = packed ? packed_tag_ : tag_;
  http::Response answer;
  answer.headers = {{"Content-Type", "application/json; charset=utf-8"},
                    {"Cache-Control", "no-cache"},
                    {"Vary", "Accept-Encoding"},
                    {"ETag", tag}};
  if (http::ListsTag(request.Field("if-none-match"), tag)) {
    answer.status = 304;
    return exchange->Send(std::move(answer));
  }
  if (packed) answer.headers.emplace_back("Content-Encoding", "gzip");
  answer.shared_body = packed ? packed_ : text_;
  exchange->Send(std::move(answer));
}

std::string ApiDocument::Pretty() const { return Json::parse(*text_).dump(2) + '\n'; }

}  // namespace academy::edge
