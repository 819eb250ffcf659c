#include "edge/http/response/compressed_text.h"

#include <brotli/encode.h>
#include <openssl/sha.h>
#include <zlib.h>

#include <algorithm>
#include <utility>

#include "edge/http/response/file_response.h"

namespace academy::edge {
namespace {

// Costs a tenth of the time of the best quality, for a few per cent more bytes.
constexpr int kBrotliQuality = 5;
constexpr int kGzipLevel = 6;
// zlib: a gzip header instead of its own.
constexpr int kGzipWindow = 15 + 16;

// Empty when it fails: the text is then sent as it is.
std::string Gzip(const std::string& text) {
  z_stream stream{};
  if (::deflateInit2(&stream, kGzipLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string packed(::deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  bool whole = ::deflate(&stream, Z_FINISH) == Z_STREAM_END;
  packed.resize(whole ? stream.total_out : 0);
  ::deflateEnd(&stream);
  return packed;
}

std::string Brotli(const std::string& text) {
  size_t size = ::BrotliEncoderMaxCompressedSize(text.size());
  std::string packed(size, '\0');
  bool whole = ::BrotliEncoderCompress(kBrotliQuality, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, text.size(),
                                       reinterpret_cast<const uint8_t*>(text.data()), &size,
                                       reinterpret_cast<uint8_t*>(packed.data())) == BROTLI_TRUE;
  packed.resize(whole ? size : 0);
  return packed;
}

std::string HashOf(const std::string& text) {
  unsigned char hash[SHA256_DIGEST_LENGTH];
  ::SHA256(reinterpret_cast<const unsigned char*>(text.data()), text.size(), hash);
  std::string hex;
  for (size_t i = 0; i < 12; ++i) {
    hex += "0123456789abcdef"[hash[i] >> 4];
    hex += "0123456789abcdef"[hash[i] & 15];
  }
  return hex;
}

std::shared_ptr<const std::string> OrNull(std::string text) {
  return text.empty() ? nullptr : std::make_shared<const std::string>(std::move(text));
}

}  // namespace

bool Accepts(std::string_view field, std::string_view coding) {
  while (!field.empty()) {
    std::string_view entry = field.substr(0, field.find(','));
    field.remove_prefix(std::min(field.size(), entry.size() + 1));
    while (entry.starts_with(' ')) entry.remove_prefix(1);
    if (!entry.starts_with(coding)) continue;
    std::string_view rest = entry.substr(coding.size());
    if (!rest.empty() && rest.front() != ';' && rest.front() != ' ') continue;
    // `q=0`, `q=0.0` and so on mean no.
    size_t q = rest.find("q=");
    return q == rest.npos || rest.find_first_not_of("0. ", q + 2) != rest.npos;
  }
  return false;
}

CompressedText::CompressedText(std::string text, bool pack)
    : text_(std::make_shared<const std::string>(std::move(text))), tag_(HashOf(*text_)) {
  if (!pack) return;
  gzip_ = OrNull(Gzip(*text_));
  brotli_ = OrNull(Brotli(*text_));
}

http::Response CompressedText::ResponseTo(const http::Request& request,
                                          std::vector<std::pair<std::string, std::string>> headers) const {
  std::string_view accepted = request.Field("accept-encoding");
  Text body = text_;
  const char* coding = "";
  if (brotli_ != nullptr && Accepts(accepted, "br")) {
    body = brotli_;
    coding = "br";
  } else if (gzip_ != nullptr && Accepts(accepted, "gzip")) {
    body = gzip_;
    coding = "gzip";
  }
  http::Response answer;
  answer.headers = std::move(headers);
  // Each form is an entity of its own, so its tag differs.
  std::string tag = "\"" + tag_ + (*coding == '\0' ? "" : "-") + coding + "\"";
  answer.headers.emplace_back("ETag", tag);
  answer.headers.emplace_back("Vary", "Accept-Encoding");
  if (http::ListsTag(request.Field("if-none-match"), tag)) {
    answer.status = 304;
    return answer;
  }
  if (*coding != '\0') answer.headers.emplace_back("Content-Encoding", coding);
  answer.shared_body = std::move(body);
  return answer;
}

}  // namespace academy::edge
