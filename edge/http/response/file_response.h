// Answers with a file as RFC 9110 requires: entity tags, single byte ranges, correct lengths.
//
// Stateless; may be called from any thread.
#pragma once

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

// Returns 200, 206, 304, 412 or 416. A request for more than one range gets 416: no client needs it, and it multiplies
// work.
Response FileResponse(const Request& request, ServedFile file);

// Whether a list of entity tags, such as If-None-Match, contains the tag.
bool ListsTag(std::string_view list, std::string_view etag);

// Whether each segment of a decoded URL path is a plain name: no `..`, no dot file, no disguised separator.
bool IsPlainPath(std::string_view path);

// The content type by the name's extension, for the kinds of files that the academy serves; application/octet-stream
// for all others.
std::string_view ContentTypeOf(std::string_view name);

}  // namespace academy::http
