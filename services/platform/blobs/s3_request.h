// Common parts of all S3 requests: a libcurl handle that signs with libcurl's own AWS SigV4, and the interpretation of
// responses. Internal to this folder.
//
// Only the free functions are thread-safe; a handle is used by one thread at a time.
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "services/platform/blobs/blob_streams.h"
#include "services/platform/blobs/s3_options.h"

namespace academy {

using CurlPtr = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using CurlList = std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)>;

// SHA-256 of an empty body, in lower-case hexadecimal.
inline constexpr char kNoContent[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

// A response. `body` holds the beginning of a body that is not a blob.
struct S3Reply {
  long status = 0;
  std::string body;
  std::string etag;
  int64_t length = -1;
  UnixMillis modified = 0;

  // Reads one header line of the response.
  void TakeHeader(std::string_view line);
  BlobInfo info() const { return {.size = length, .modified = modified, .etag = etag}; }
};

// Null when out of memory.
CurlPtr NewCurl();

// Resets the handle and prepares it for one request; the caller sets what it sends and receives. `content_sha256` is
// the hash of the request's body, `fields` are additional header lines. The returned list must outlive the request.
[[nodiscard]] CurlList PrepareS3(CURL* curl, const S3Options& options, const std::string& url,
                                 const std::string& content_sha256, const std::vector<std::string>& fields);

// Percent-encoded for a query.
std::string Escape(std::string_view text);

// Returns the text of the first element `name`; empty if there is none. Sufficient for S3 responses; entities are not
// decoded.
std::string_view Element(std::string_view xml, std::string_view name);
// The text with the entities that S3 responses have decoded.
std::string WithoutEntities(std::string_view xml);

// Whether a retry may succeed.
bool IsTransient(CURLcode result, long status);

// OK for 2xx. NOT_FOUND blob_not_found, ABORTED blob_changed (412), otherwise UNAVAILABLE storage_error, which is
// logged with the store's own message. `what` names the request, `GET media/...`.
absl::Status StatusOf(CURLcode result, const S3Reply& reply, const std::string& what);

}  // namespace academy
