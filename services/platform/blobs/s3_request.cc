#include "services/platform/blobs/s3_request.h"

#include <algorithm>
#include <cctype>
#include <charconv>

#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

// A transfer slower than this for the whole stall timeout is aborted.
constexpr long kSlowestBytesASecond = 100;

std::string_view Trim(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

bool IsField(std::string_view line, std::string_view name) {
  return line.size() > name.size() && line[name.size()] == ':' &&
         std::equal(name.begin(), name.end(), line.begin(),
                    [](char a, char b) { return a == std::tolower(static_cast<unsigned char>(b)); });
}

void ReplaceAll(std::string& text, std::string_view what, std::string_view with) {
  for (size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

CurlList Append(CurlList list, const std::string& line) {
  curl_slist* longer = curl_slist_append(list.get(), line.c_str());
  if (longer != nullptr) (void)list.release();
  return CurlList(longer, &curl_slist_free_all);
}

}  // namespace

void S3Reply::TakeHeader(std::string_view line) {
  if (line.starts_with("HTTP/")) {
    // The headers of another response: the earlier one was `100 Continue`.
    *this = S3Reply();
    size_t space = std::min(line.find(' '), line.size() - 1);
    std::from_chars(line.data() + space + 1, line.data() + line.size(), status);
  } else if (IsField(line, "etag")) {
    std::string_view tag = Trim(line.substr(5));
    // The tag becomes a header line of later requests.
    if (std::any_of(tag.begin(), tag.end(), [](unsigned char c) { return std::iscntrl(c) != 0; })) return;
    etag = tag.starts_with('"') ? std::string(tag) : '"' + std::string(tag) + '"';
  } else if (IsField(line, "content-length")) {
    std::string_view digits = Trim(line.substr(15));
    int64_t announced = -1;
    std::from_chars(digits.data(), digits.data() + digits.size(), announced);
    length = std::max<int64_t>(announced, -1);
  } else if (IsField(line, "last-modified")) {
    modified = static_cast<UnixMillis>(curl_getdate(std::string(Trim(line.substr(14))).c_str(), nullptr)) * 1000;
  }
}

CurlPtr NewCurl() {
  static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
  return CurlPtr(initialised == CURLE_OK ? curl_easy_init() : nullptr, &curl_easy_cleanup);
}

CurlList PrepareS3(CURL* curl, const S3Options& options, const std::string& url, const std::string& content_sha256,
                   const std::vector<std::string>& fields) {
  curl_easy_reset(curl);
  curl_easy_setopt(curl, CURLOPT_URL, url.c_str());
  curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https");
  // One connection per transfer, so that a slow client does not block others.
  curl_easy_setopt(curl, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(curl, CURLOPT_AWS_SIGV4, ("aws:amz:" + options.region + ":s3").c_str());
  curl_easy_setopt(curl, CURLOPT_USERNAME, options.access_key.c_str());
  curl_easy_setopt(curl, CURLOPT_PASSWORD, options.secret_key.c_str());
  curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout / absl::Milliseconds(1)));
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, kSlowestBytesASecond);
  curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME,
                   std::max<long>(1, static_cast<long>(options.stall_timeout / absl::Seconds(1))));
  curl_easy_setopt(curl, CURLOPT_TCP_KEEPALIVE, 1L);
  // Sends bodies without waiting for `100 Continue`; a store that refuses one responds soon enough. An empty `Expect:`
  // would do so too, but libcurl signs it and does not send it, so stores find the signature wrong.
  curl_easy_setopt(curl, CURLOPT_EXPECT_100_TIMEOUT_MS, 1L);

  CurlList list(nullptr, &curl_slist_free_all);
  list = Append(std::move(list), "x-amz-content-sha256: " + content_sha256);
  if (!options.session_token.empty()) list = Append(std::move(list), "x-amz-security-token: " + options.session_token);
  for (const std::string& field : fields) list = Append(std::move(list), field);
  curl_easy_setopt(curl, CURLOPT_HTTPHEADER, list.get());
  return list;
}

std::string Escape(std::string_view text) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string out;
  for (char letter : text) {
    auto c = static_cast<unsigned char>(letter);
    if (c < 0x80 && (std::isalnum(c) != 0 || letter == '-' || letter == '.' || letter == '_' || letter == '~')) {
      out += letter;
    } else {
      out += '%';
      out += kHex[c >> 4];
      out += kHex[c & 15];
    }
  }
  return out;
}

std::string_view Element(std::string_view xml, std::string_view name) {
  std::string open = "<" + std::string(name) + ">";
  size_t begin = xml.find(open);
  if (begin == xml.npos) return {};
  begin += open.size();
  size_t end = xml.find("</" + std::string(name) + ">", begin);
  return end == xml.npos ? std::string_view() : xml.substr(begin, end - begin);
}

std::string WithoutEntities(std::string_view xml) {
  std::string text(xml);
  ReplaceAll(text, "&quot;", "\"");
  ReplaceAll(text, "&#34;", "\"");
  ReplaceAll(text, "&lt;", "<");
  ReplaceAll(text, "&gt;", ">");
  ReplaceAll(text, "&amp;", "&");
  return text;
}

bool IsTransient(CURLcode result, long status) {
  switch (result) {
    case CURLE_OK:
      return status == 408 || status == 429 || status >= 500;
    case CURLE_COULDNT_CONNECT:
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_OPERATION_TIMEDOUT:
    case CURLE_SEND_ERROR:
    case CURLE_RECV_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SSL_CONNECT_ERROR:
      return true;
    default:
      return false;
  }
}

absl::Status StatusOf(CURLcode result, const S3Reply& reply, const std::string& what) {
  if (result == CURLE_OK && reply.status >= 200 && reply.status < 300) return absl::OkStatus();
  std::string_view code = Element(reply.body, "Code");
  if (result == CURLE_OK && reply.status == 404 && code != "NoSuchBucket") {
    return Error(absl::StatusCode::kNotFound, "blob_not_found", "There is no such file");
  }
  if (result == CURLE_OK && reply.status == 412) {
    return Error(absl::StatusCode::kAborted, "blob_changed", "The file has changed meanwhile");
  }
  LogWarning("object store failed", {{"request", what},
                                     {"status", reply.status},
                                     {"code", code.substr(0, 100)},
                                     {"error", result == CURLE_OK ? "" : curl_easy_strerror(result)}});
  return Error(absl::StatusCode::kUnavailable, "storage_error", "The file store does not respond correctly");
}

}  // namespace academy
