#include "services/platform/tracing/trace_context.h"

#include <cstring>

#include "absl/random/random.h"

namespace academy {
namespace {

// version-traceid-spanid-flags
constexpr size_t kTraceAt = 3;
constexpr size_t kSpanAt = 36;
constexpr size_t kFlagsAt = 53;
constexpr size_t kSize = 55;
constexpr char kDigits[] = "0123456789abcdef";

int Digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

template <size_t kBytes>
bool ReadHex(std::string_view text, std::array<uint8_t, kBytes>& bytes) {
  for (size_t i = 0; i < kBytes; ++i) {
    int high = Digit(text[2 * i]);
    int low = Digit(text[2 * i + 1]);
    if (high < 0 || low < 0) return false;
    bytes[i] = static_cast<uint8_t>(high << 4 | low);
  }
  return true;
}

template <size_t kBytes>
void AppendHex(const std::array<uint8_t, kBytes>& bytes, std::string& text) {
  for (uint8_t byte : bytes) {
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
}

}  // namespace

std::optional<TraceContext> ParseTraceparent(std::string_view field) {
  std::array<uint8_t, 1> version{};
  std::array<uint8_t, 1> flags{};
  TraceContext trace;
  if (field.size() < kSize || field[kTraceAt - 1] != '-' || field[kSpanAt - 1] != '-' || field[kFlagsAt - 1] != '-' ||
      !ReadHex(field, version) || !ReadHex(field.substr(kTraceAt), trace.trace_id) ||
      !ReadHex(field.substr(kSpanAt), trace.span_id) || !ReadHex(field.substr(kFlagsAt), flags)) {
    return std::nullopt;
  }
  // A later version may have more behind its flags.
  if (version[0] == 0xff || (field.size() > kSize && (version[0] == 0 || field[kSize] != '-'))) return std::nullopt;
  if (trace.empty() || trace.span_id == SpanId{}) return std::nullopt;
  trace.sampled = (flags[0] & 1) != 0;
  return trace;
}

std::string FormatTraceparent(const TraceContext& trace) {
  std::string text;
  text.reserve(kSize);
  text += "00-";
  AppendHex(trace.trace_id, text);
  text += '-';
  AppendHex(trace.span_id, text);
  text += trace.sampled ? "-01" : "-00";
  return text;
}

TraceContext ChildOf(const TraceContext& parent) {
  return {.trace_id = parent.trace_id, .span_id = NewSpanId(), .parent_id = parent.span_id, .sampled = parent.sampled};
}

TraceId TraceIdOfRequest(std::string_view request_id) {
  std::string digits;
  for (char c : request_id) {
    if (c != '-') digits += c;
  }
  TraceId id{};
  if (digits.size() != 2 * id.size() || !ReadHex(digits, id)) return {};
  return id;
}

std::string TraceIdBeside(std::string_view request_id, const TraceContext& trace) {
  return trace.empty() || trace.trace_id == TraceIdOfRequest(request_id) ? "" : TraceIdText(trace.trace_id);
}

std::string TraceIdText(const TraceId& id) {
  std::string text;
  AppendHex(id, text);
  return text;
}

std::string SpanIdText(const SpanId& id) {
  std::string text;
  AppendHex(id, text);
  return text;
}

SpanId NewSpanId() {
  thread_local absl::InsecureBitGen random;
  // Never zero, which would be none.
  auto value = absl::Uniform<uint64_t>(absl::IntervalClosed, random, 1, UINT64_MAX);
  SpanId id{};
  std::memcpy(id.data(), &value, sizeof(value));
  return id;
}

}  // namespace academy
