#include "services/common/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>

#include "services/common/clock.h"

namespace academy {
namespace {

std::string& ProcessName() {
  static std::string name = "academy";
  return name;
}

spdlog::logger& Logger() {
  // spdlog serializes whole lines over threads; the line's own form is ours.
  static const std::shared_ptr<spdlog::logger> logger = [] {
    auto created = std::make_shared<spdlog::logger>("academy", std::make_shared<spdlog::sinks::stderr_sink_mt>());
    created->set_pattern("%v");
    created->flush_on(spdlog::level::info);
    return created;
  }();
  return *logger;
}

thread_local std::string_view request_id;

void Write(std::string_view level, std::string_view event, std::initializer_list<LogField> fields) {
  std::string line = "{\"time\":\"" + FormatTime(Clock::System().Now()) + "\",\"level\":\"";
  line += level;
  line += "\",\"process\":";
  AppendJsonString(line, ProcessName());
  line += ",\"event\":";
  AppendJsonString(line, event);
  if (!request_id.empty()) {
    line += ",\"requestId\":";
    AppendJsonString(line, request_id);
  }
  for (const LogField& field : fields) {
    line += ',';
    line += field.json();
  }
  line += '}';
  Logger().info(spdlog::string_view_t(line.data(), line.size()));
}

// The length of the valid UTF-8 sequence at the front of `text`, 0 when there is none (RFC 3629).
size_t SequenceLength(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  auto continues = [&](size_t i, unsigned char low = 0x80, unsigned char high = 0xbf) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead >= 0xc2 && lead <= 0xdf) return continues(1) ? 2 : 0;
  if (lead >= 0xe0 && lead <= 0xef) {
    unsigned char low = lead == 0xe0 ? 0xa0 : 0x80;
    unsigned char high = lead == 0xed ? 0x9f : 0xbf;
    return continues(1, low, high) && continues(2) ? 3 : 0;
  }
  if (lead >= 0xf0 && lead <= 0xf4) {
    unsigned char low = lead == 0xf0 ? 0x90 : 0x80;
    unsigned char high = lead == 0xf4 ? 0x8f : 0xbf;
    return continues(1, low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

#ifdef __SSE2__
constexpr size_t kBlock = sizeof(__m128i);

// Whether a block of 16 bytes has nothing but characters of one byte or two (Latin, Arabic and their like) that stand
// in a JSON string as they are. `open`: the bytes before end within a character; then, whether these do.
bool IsPlainBlock(const char* bytes, bool& open) {
  constexpr unsigned kAll = 0xffff;
  auto all = [](int byte) { return _mm_set1_epi8(static_cast<char>(byte)); };
  auto bits = [](__m128i mask) { return static_cast<unsigned>(_mm_movemask_epi8(mask)); };
  // Bytes are signed here: those from 0x80 on are less than all others.
  __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  __m128i escaped = _mm_or_si128(_mm_cmpeq_epi8(block, all('"')), _mm_cmpeq_epi8(block, all('\\')));
  __m128i single = _mm_andnot_si128(escaped, _mm_cmpgt_epi8(block, all(0x1f)));
  __m128i lead = _mm_and_si128(_mm_cmpgt_epi8(block, all(0xc1)), _mm_cmplt_epi8(block, all(0xe0)));
  __m128i rest = _mm_cmplt_epi8(block, all(0xc0));
  if (bits(_mm_or_si128(single, _mm_or_si128(lead, rest))) != kAll) return false;
  unsigned leads = bits(lead);
  if (bits(rest) != (((leads << 1) | (open ? 1 : 0)) & kAll)) return false;
  open = leads >> (kBlock - 1) != 0;
  return true;
}

// Where it stops going over such blocks, at the beginning of a character.
size_t SkipPlainBlocks(std::string_view text, size_t i) {
  bool open = false;
  for (; i + kBlock <= text.size(); i += kBlock) {
    if (!IsPlainBlock(text.data() + i, open)) return i - (open ? 1 : 0);
  }
  std::array<char, kBlock> last;
  last.fill(' ');
  std::memcpy(last.data(), text.data() + i, text.size() - i);
  bool within = open;
  return IsPlainBlock(last.data(), within) ? text.size() : i - (open ? 1 : 0);
}
#else
size_t SkipPlainBlocks(std::string_view, size_t i) { return i; }
#endif

// Where the characters from `i` on end that stand in a JSON string as they are.
size_t EndOfPlain(std::string_view text, size_t i) {
  constexpr size_t kStretch = 16;
  while (i < text.size()) {
    i = SkipPlainBlocks(text, i);
    // What stands between blocks.
    for (size_t until = std::min(text.size(), i + kStretch); i < until;) {
      auto byte = static_cast<unsigned char>(text[i]);
      if (byte < 0x20 || byte == '"' || byte == '\\') return i;
      size_t length = byte < 0x80 ? 1 : SequenceLength(text.substr(i));
      if (length == 0) return i;
      i += length;
    }
  }
  return i;
}

void AppendEscaped(std::string& out, char c) {
  char escaped[8];
  switch (c) {
    case '"':
    case '\\':
      out += '\\';
      out += c;
      return;
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    default:
      break;
  }
  if (static_cast<unsigned char>(c) >= 0x20) {
    out += "\xef\xbf\xbd";
    return;
  }
  std::snprintf(escaped, sizeof escaped, "\\u%04x", static_cast<unsigned>(static_cast<unsigned char>(c)));
  out += escaped;
}

}  // namespace

ScopedRequestId::ScopedRequestId(std::string_view id) : before_(request_id) { request_id = id; }
ScopedRequestId::~ScopedRequestId() { request_id = before_; }

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  for (size_t i = 0; i < text.size();) {
    size_t end = EndOfPlain(text, i);
    out.append(text, i, end - i);
    i = end;
    if (i == text.size()) break;
    AppendEscaped(out, text[i]);
    ++i;
  }
  out += '"';
}

bool IsUtf8(std::string_view text) {
  for (size_t i = 0; i < text.size();) {
    size_t length = SequenceLength(text.substr(i));
    if (length == 0) return false;
    i += length;
  }
  return true;
}

LogField::LogField(std::string_view name, std::string_view value) {
  AppendJsonString(json_, name);
  json_ += ':';
  AppendJsonString(json_, value);
}

LogField::LogField(std::string_view name, long long value) {
  AppendJsonString(json_, name);
  json_ += ':' + std::to_string(value);
}

LogField::LogField(std::string_view name, double value) {
  AppendJsonString(json_, name);
  json_ += ':' + (std::isfinite(value) ? std::to_string(value) : "null");
}

LogField::LogField(std::string_view name, bool value) {
  AppendJsonString(json_, name);
  json_ += value ? ":true" : ":false";
}

void InitLog(std::string_view process) { ProcessName() = std::string(process); }

void LogInfo(std::string_view event, std::initializer_list<LogField> fields) { Write("info", event, fields); }
void LogWarning(std::string_view event, std::initializer_list<LogField> fields) { Write("warning", event, fields); }
void LogError(std::string_view event, std::initializer_list<LogField> fields) { Write("error", event, fields); }

}  // namespace academy
