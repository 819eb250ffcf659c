#include "edge/http/exchange.h"

#include <algorithm>
#include <array>

#include "services/platform/encoding/json_text.h"

namespace academy::http {
namespace {

struct Refusal {
  int status;
  std::string_view code;
  std::string_view message;
};

constexpr std::array<Refusal, 10> kRefusals = {{
    {400, "bad_request", "The request could not be understood"},
    {408, "request_timeout", "The request took too long to arrive"},
    {413, "too_large", "The request is too large"},
    {414, "uri_too_long", "The address is too long"},
    {415, "unsupported_media_type", "The content's type or encoding is not supported"},
    {417, "expectation_failed", "The expectation cannot be met"},
    {431, "headers_too_large", "The request has too many or too large header fields"},
    {501, "not_implemented", "The method is not supported"},
    {503, "busy", "The academy is busy, please try again"},
    {505, "version_not_supported", "The HTTP version is not supported"},
}};

}  // namespace

std::optional<int64_t> BodyLength(const Response& answer) {
  if (answer.file.is_open()) return answer.file.length;
  if (answer.source != nullptr) {
    return answer.source_length == Response::kUnknownLength ? std::nullopt : std::optional(answer.source_length);
  }
  if (answer.status == 204 || answer.status == 304) return std::nullopt;
  return static_cast<int64_t>(answer.shared_body != nullptr ? answer.shared_body->size() : answer.body.size());
}

Response FailureResponse(int status, std::string_view code, std::string_view message, std::string_view request_id) {
  Response answer;
  answer.status = status;
  answer.code = std::string(code);
  answer.headers.emplace_back("Content-Type", "application/json; charset=utf-8");
  answer.headers.emplace_back("Cache-Control", "no-store");
  answer.body = "{\"message\":";
  AppendJsonString(answer.body, message);
  answer.body += ",\"code\":";
  AppendJsonString(answer.body, code);
  answer.body += ",\"requestId\":";
  AppendJsonString(answer.body, request_id);
  answer.body += '}';
  return answer;
}

Response RefusalAnswer(int status, std::string_view request_id) {
  const Refusal* refusal = std::find_if(kRefusals.begin(), kRefusals.end() - 1,
                                        [&](const Refusal& known) { return known.status == status; });
  Response answer = FailureResponse(refusal->status, refusal->code, refusal->message, request_id);
  if (status == 503) answer.headers.emplace_back("Retry-After", "1");
  return answer;
}

}  // namespace academy::http
