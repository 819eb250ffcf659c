// Answers with a file as RFC 9110 wants it: entity tags, single byte ranges, right lengths.
//
// Pure; may be called from any thread.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "edge/http/exchange.h"

namespace academy::http {

struct ServedFile {
  // The whole file.
  FileRange bytes;
  // Strong, quotes included.
  std::string etag;
  std::string content_type;
  std::string cache_control;
};

// 200, 206, 304, 412 or 416. More than one range a request is 416: nobody needs it, and it multiplies work.
Response FileResponse(const Request& request, ServedFile file);

// Whether a field like If-None-Match names the tag.
bool ListsTag(std::string_view list, std::string_view etag);

// Opens a regular file; nothing when there is none. The tag is made of size and time of change.
std::optional<ServedFile> OpenFile(const std::filesystem::path& path);

// Whether each segment of a decoded URL path is a plain name: no `..`, no dot file, no separator in disguise.
bool IsPlainPath(std::string_view path);

// By the name's extension, for what the academy serves; application/octet-stream for all else.
std::string_view ContentTypeOf(std::string_view name);

}  // namespace academy::http
