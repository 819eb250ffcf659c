// What all requests to a store that speaks S3 have in common: libcurl's handle, signed with its own AWS SigV4, and what
// an answer means. Internal to this folder.
//
// Not thread-safe, but for its free functions.
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

// Lower-case hexadecimal SHA-256 of nothing.
inline constexpr char kNoContent[] = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

// What came back. Of a body that is no blob the beginning is kept.
struct S3Reply {
  long status = 0;
  std::string body;
  std::string etag;
  int64_t length = -1;
  UnixMillis modified = 0;

  // From one line of the answer's head.
  void TakeHeader(std::string_view line);
  BlobInfo info() const { return {.size = length, .modified = modified, .etag = etag}; }
};

// Null without memory.
CurlPtr NewCurl();

// Forgets what the handle did before and readies it for one request; what it sends and takes is the caller's to set.
// `content_sha256` is that of the request's body. `fields` are header lines beside it. The list must outlive the
// request.
[[nodiscard]] CurlList PrepareS3(CURL* curl, const S3Options& options, const std::string& url,
                                 const std::string& content_sha256, const std::vector<std::string>& fields);

// Percent-encoded for a query.
std::string Escape(std::string_view text);

// The text of the first element `name`; empty when there is none. Enough for what S3 answers: no entities but those
// that keys and tokens need.
std::string_view Element(std::string_view xml, std::string_view name);

// Whether trying again may help.
bool IsTransient(CURLcode result, long status);

// OK for 2xx. NOT_FOUND blob_not_found, ABORTED blob_changed (412), else UNAVAILABLE storage_error, which is logged
// with the store's own words; `what` names the request, `GET media/...`.
absl::Status StatusOf(CURLcode result, const S3Reply& reply, const std::string& what);

}  // namespace academy
