#include "edge/ops/access_log.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "services/platform/encoding/json_text.h"

namespace academy::edge {
namespace {

constexpr std::string_view kMediaPath = "/media/";
// Ids have 36 characters, names of the web app's files more, with a dot. Sessions' tokens have no dot, playback tokens
// have one.
constexpr size_t kMinToken = 40;
constexpr size_t kMinDottedToken = 80;

bool IsLikeToken(std::string_view segment) {
  return segment.size() >= kMinDottedToken || (segment.size() >= kMinToken && segment.find('.') == segment.npos);
}

void AppendField(std::string& text, std::string_view name, std::string_view value) {
  text += ",\"";
  text += name;
  text += "\":";
  AppendJsonString(text, value);
}

}  // namespace

std::string ServedPath(std::string_view path) {
  std::string shown;
  bool media = path.starts_with(kMediaPath);
  size_t segments = 0;
  while (true) {
    std::string_view segment = path.substr(0, path.find('/'));
    bool secret = (media && segments == 2) || IsLikeToken(segment);
    shown += secret ? std::string_view("-") : segment;
    if (segment.size() == path.size()) return shown;
    shown += '/';
    path.remove_prefix(segment.size() + 1);
    ++segments;
  }
}

void AppendAccessLine(std::string& text, UnixMillis at, const http::Served& served) {
  text += "{\"time\":\"" + FormatTime(at) + '"';
  AppendField(text, "address", served.remote_address);
  AppendField(text, "method", served.method);
  AppendField(text, "path", ServedPath(served.path));
  absl::StrAppendFormat(&text, ",\"status\":%d,\"bytes\":%d,\"ms\":%.3f", served.status, served.bytes,
                        absl::ToDoubleMilliseconds(served.took));
  AppendField(text, "requestId", served.request_id);
  if (std::string trace = TraceIdBeside(served.request_id, served.trace); !trace.empty()) {
    AppendField(text, "traceId", trace);
  }
  text += "}\n";
}

}  // namespace academy::edge
