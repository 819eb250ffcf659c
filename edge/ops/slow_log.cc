#include "edge/ops/slow_log.h"

#include <map>
#include <string_view>
#include <utility>

#include "absl/strings/str_format.h"
#include "absl/time/time.h"
#include "services/platform/encoding/json_text.h"

namespace academy::edge {
namespace {

// The calls to one service together.
struct Sum {
  int calls = 0;
  absl::Duration took;
  absl::Duration queued;
  absl::Duration database;
  std::map<std::string, absl::Duration> upstream;
};

void AppendText(std::string& text, std::string_view name, std::string_view value) {
  text += ",\"";
  text += name;
  text += "\":";
  AppendJsonString(text, value);
}

void AppendMs(std::string& text, std::string_view name, absl::Duration took) {
  text += ",\"";
  text += name;
  absl::StrAppendFormat(&text, "\":%.3f", absl::ToDoubleMilliseconds(took));
}

void AppendSum(std::string& text, const Sum& sum) {
  absl::StrAppendFormat(&text, "{\"calls\":%d", sum.calls);
  AppendMs(text, "ms", sum.took);
  AppendMs(text, "queuedMs", sum.queued);
  AppendMs(text, "databaseMs", sum.database);
  text += ",\"upstream\":{";
  for (const auto& [service, took] : sum.upstream) {
    if (text.back() != '{') text += ',';
    AppendJsonString(text, service);
    absl::StrAppendFormat(&text, ":%.3f", absl::ToDoubleMilliseconds(took));
  }
  text += "}}";
}

}  // namespace

void AppendSlowLine(std::string& text, UnixMillis at, const http::Served& served, const std::vector<LongCall>& calls) {
  std::map<std::string, Sum> sums;
  absl::Duration queued = served.queued;
  absl::Duration database;
  for (const LongCall& call : calls) {
    Sum& sum = sums[call.service];
    ++sum.calls;
    sum.took += call.took;
    sum.queued += call.parts.queued;
    sum.database += call.parts.database;
    for (const auto& [service, took] : call.parts.upstream) sum.upstream[service] += took;
    queued += call.parts.queued;
    database += call.parts.database;
  }
  text += "{\"time\":\"" + FormatTime(at) + '"';
  AppendText(text, "method", served.method);
  AppendText(text, "route", served.route);
  absl::StrAppendFormat(&text, ",\"status\":%d", served.status);
  AppendText(text, "code", served.code);
  AppendMs(text, "ms", served.work);
  AppendMs(text, "clientMs", served.took - served.work);
  AppendMs(text, "queuedMs", queued);
  AppendMs(text, "databaseMs", database);
  text += ",\"upstream\":{";
  for (const auto& [service, sum] : sums) {
    if (text.back() != '{') text += ',';
    AppendJsonString(text, service);
    text += ':';
    AppendSum(text, sum);
  }
  text += '}';
  AppendText(text, "requestId", served.request_id);
  AppendText(text, "traceId",
             TraceIdText(served.trace.empty() ? TraceIdOfRequest(served.request_id) : served.trace.trace_id));
  text += "}\n";
}

}  // namespace academy::edge
