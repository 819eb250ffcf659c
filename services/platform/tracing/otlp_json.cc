#include "services/platform/tracing/otlp_json.h"

#include <algorithm>
#include <cmath>
#include <variant>

#include "absl/strings/str_cat.h"
#include "services/platform/encoding/json_text.h"

namespace academy {
namespace {

constexpr int kStatusError = 2;

void AppendValue(const Span::Value& value, std::string& text) {
  if (const auto* number = std::get_if<int64_t>(&value); number != nullptr) {
    // 64-bit integers are strings in protobuf's JSON.
    absl::StrAppend(&text, R"({"intValue":")", *number, R"("})");
  } else if (const auto* real = std::get_if<double>(&value); real != nullptr) {
    absl::StrAppend(&text, R"({"doubleValue":)", std::isfinite(*real) ? *real : 0.0, "}");
  } else {
    text += R"({"stringValue":)";
    AppendJsonString(text, std::get<std::string>(value));
    text += '}';
  }
}

void AppendAttribute(std::string_view key, const Span::Value& value, std::string& text) {
  if (text.back() != '[') text += ',';
  text += R"({"key":)";
  AppendJsonString(text, key);
  text += R"(,"value":)";
  AppendValue(value, text);
  text += '}';
}

void AppendSpan(const Span& span, std::string& text) {
  absl::StrAppend(&text, R"({"traceId":")", TraceIdText(span.trace.trace_id), R"(","spanId":")",
                  SpanIdText(span.trace.span_id), R"(",)");
  if (span.trace.parent_id != SpanId{}) {
    absl::StrAppend(&text, R"("parentSpanId":")", SpanIdText(span.trace.parent_id), R"(",)");
  }
  text += R"("name":)";
  AppendJsonString(text, span.name);
  absl::StrAppend(&text, R"(,"kind":)", static_cast<int>(span.kind), R"(,"startTimeUnixNano":")",
                  absl::ToUnixNanos(span.begun), R"(","endTimeUnixNano":")",
                  absl::ToUnixNanos(std::max(span.begun, span.ended)), R"(","attributes":[)");
  for (const auto& [key, value] : span.attributes) AppendAttribute(key, value, text);
  absl::StrAppend(&text, R"(],"status":{)", span.failed ? absl::StrCat(R"("code":)", kStatusError) : "", "}}");
}

}  // namespace

std::string OtlpJson(const SpanSource& source, const std::vector<Span>& spans) {
  std::string text = R"({"resourceSpans":[{"resource":{"attributes":[)";
  AppendAttribute("service.name", source.process, text);
  AppendAttribute("service.namespace", "academy", text);
  AppendAttribute("service.version", source.version, text);
  AppendAttribute("service.instance.id", source.instance, text);
  text += R"(]},"scopeSpans":[{"scope":{"name":"academy"},"spans":[)";
  for (const Span& span : spans) {
    if (text.back() != '[') text += ',';
    AppendSpan(span, text);
  }
  text += "]}]}]}";
  return text;
}

}  // namespace academy
