#include "edge/http/response/file_response.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <limits>
#include <utility>

namespace academy::http {
namespace {

struct Extension {
  std::string_view name;
  std::string_view type;
};

constexpr std::array<Extension, 24> kTypes = {{
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"json", "application/json; charset=utf-8"},
    {"webmanifest", "application/manifest+json"},
    {"txt", "text/plain; charset=utf-8"},
    {"xml", "application/xml; charset=utf-8"},
    {"svg", "image/svg+xml; charset=utf-8"},
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"webp", "image/webp"},
    {"avif", "image/avif"},
    {"ico", "image/x-icon"},
    {"woff2", "font/woff2"},
    {"woff", "font/woff"},
    {"wasm", "application/wasm"},
    {"m3u8", "application/vnd.apple.mpegurl"},
    {"m4s", "video/iso.segment"},
    {"mp4", "video/mp4"},
    {"vtt", "text/vtt; charset=utf-8"},
    {"ts", "video/mp2t"},
    {"map", "application/json; charset=utf-8"},
}};

enum class RangeKind { kWhole, kPart, kUnsatisfiable };

// A number too large for int64_t is larger than any file.
bool ReadNumber(std::string_view text, int64_t& number) {
  if (text.empty() || text.find_first_not_of("0123456789") != text.npos) return false;
  auto [_, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) number = std::numeric_limits<int64_t>::max();
  return true;
}

// Range units are case-insensitive (RFC 9110 section 14.1).
bool TakeUnit(std::string_view& field) {
  constexpr std::string_view kUnit = "bytes=";
  bool found = field.size() >= kUnit.size() &&
               std::equal(kUnit.begin(), kUnit.end(), field.begin(),
                          [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
  if (found) field.remove_prefix(kUnit.size());
  return found;
}

RangeKind ReadRange(std::string_view field, int64_t size, int64_t& first, int64_t& last) {
  if (!TakeUnit(field)) return RangeKind::kWhole;
  if (field.find(',') != field.npos) return RangeKind::kUnsatisfiable;
  size_t dash = field.find('-');
  if (dash == field.npos) return RangeKind::kWhole;
  std::string_view from = field.substr(0, dash);
  std::string_view to = field.substr(dash + 1);
  if (from.empty()) {
    int64_t suffix = 0;
    if (!ReadNumber(to, suffix)) return RangeKind::kWhole;
    first = std::max<int64_t>(0, size - suffix);
    last = size - 1;
    return suffix == 0 || size == 0 ? RangeKind::kUnsatisfiable : RangeKind::kPart;
  }
  if (!ReadNumber(from, first)) return RangeKind::kWhole;
  last = size - 1;
  if (!to.empty()) {
    if (!ReadNumber(to, last) || last < first) return RangeKind::kWhole;
    last = std::min(last, size - 1);
  }
  return first < size ? RangeKind::kPart : RangeKind::kUnsatisfiable;
}

}  // namespace

bool ListsTag(std::string_view list, std::string_view etag) { return list == "*" || list.find(etag) != list.npos; }

Response FileResponse(const Request& request, ServedFile file) {
  Response answer;
  answer.headers.emplace_back("ETag", file.etag);
  answer.headers.emplace_back("Cache-Control", file.cache_control);
  answer.headers.emplace_back("Accept-Ranges", "bytes");
  std::string_view expected = request.Field("if-match");
  if (!expected.empty() && !ListsTag(expected, file.etag)) {
    answer.status = 412;
    return answer;
  }
  if (ListsTag(request.Field("if-none-match"), file.etag)) {
    answer.status = 304;
    return answer;
  }
  int64_t size = file.bytes.length;
  int64_t first = 0;
  int64_t last = size - 1;
  RangeKind kind = RangeKind::kWhole;
  std::string_view condition = request.Field("if-range");
  if (request.method == "GET" && (condition.empty() || condition == file.etag)) {
    kind = ReadRange(request.Field("range"), size, first, last);
  }
  if (kind == RangeKind::kUnsatisfiable) {
    answer.status = 416;
    answer.headers.emplace_back("Content-Range", "bytes */" + std::to_string(size));
    answer.headers[1].second = "no-store";
    return answer;
  }
  answer.headers.emplace_back("Content-Type", std::move(file.content_type));
  answer.file = std::move(file.bytes);
  if (kind == RangeKind::kPart) {
    answer.status = 206;
    answer.headers.emplace_back(
        "Content-Range", "bytes " + std::to_string(first) + "-" + std::to_string(last) + "/" + std::to_string(size));
    answer.file.offset = first;
    answer.file.length = last - first + 1;
  }
  return answer;
}

bool IsPlainPath(std::string_view path) {
  if (!path.starts_with('/')) return false;
  while (!path.empty()) {
    path.remove_prefix(1);
    std::string_view segment = path.substr(0, path.find('/'));
    bool plain = !segment.empty() && segment.front() != '.' && std::all_of(segment.begin(), segment.end(), [](char c) {
      return static_cast<unsigned char>(c) >= ' ' && c != '\\' && c != 0x7f;
    });
    if (!plain) return false;
    path.remove_prefix(segment.size());
  }
  return true;
}

std::string_view ContentTypeOf(std::string_view name) {
  size_t dot = name.rfind('.');
  if (dot != name.npos) {
    for (const Extension& known : kTypes) {
      if (name.substr(dot + 1) == known.name) return known.type;
    }
  }
  return "application/octet-stream";
}

}  // namespace academy::http
