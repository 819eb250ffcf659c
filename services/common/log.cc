#include "services/common/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

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

// Eight bytes, each of which stands in a JSON string as it is: no control, quote, backslash or part of a character
// beyond ASCII. May be false for a few that do.
bool IsPlainWord(const char* bytes) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof(word));
  uint64_t quotes = word ^ (kOnes * '"');
  uint64_t slashes = word ^ (kOnes * '\\');
  // The highest bit of a byte ends up set where it is less than 0x20, or was equal.
  uint64_t found = ((word - kOnes * 0x20) & ~word) | ((quotes - kOnes) & ~quotes) | ((slashes - kOnes) & ~slashes);
  return ((found | word) & (kOnes * 0x80)) == 0;
}

// Where the characters from `i` on end that stand in a JSON string as they are.
size_t EndOfPlain(std::string_view text, size_t i) {
  auto byte = [&](size_t at) { return static_cast<unsigned char>(text[at]); };
  while (i < text.size()) {
    while (i + sizeof(uint64_t) <= text.size() && IsPlainWord(text.data() + i)) i += sizeof(uint64_t);
    while (i < text.size() && byte(i) < 0x80) {
      if (byte(i) < 0x20 || text[i] == '"' || text[i] == '\\') return i;
      ++i;
    }
    // Arabic and its like are two bytes a character.
    while (i + 1 < text.size() && byte(i) >= 0xc2 && byte(i) <= 0xdf && (byte(i + 1) & 0xc0) == 0x80) i += 2;
    if (i < text.size() && byte(i) >= 0x80) {
      size_t length = SequenceLength(text.substr(i));
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
