#include "edge/http/response/compressed_text.h"

#include <openssl/sha.h>

#include <cstddef>

#include "edge/http/response/file_response.h"

namespace academy::edge {
namespace {

using http::Coding;

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

}  // namespace

CompressedText::CompressedText(std::string text, Kind kind)
    : kind_(kind == Kind::kData && text.size() < kMinData ? Kind::kPlain : kind),
      text_(std::make_shared<const std::string>(std::move(text))) {}

Coding CompressedText::ChooseFor(const http::Request& request) const {
  std::string_view accepted = request.Field("accept-encoding");
  Coding coding = Coding::kIdentity;
  if (kind_ == Kind::kPage) coding = http::ChooseCoding(accepted, {Coding::kBrotli, Coding::kGzip});
  if (kind_ == Kind::kData) coding = http::ChooseCoding(accepted, {Coding::kZstd, Coding::kGzip});
  return FormOf(coding) == nullptr ? Coding::kIdentity : coding;
}

const CompressedText::Text& CompressedText::FormOf(Coding coding) const {
  Form& form = forms_[static_cast<size_t>(coding)];
  absl::call_once(form.made, [&] {
    http::Effort effort = kind_ == Kind::kPage ? http::Effort::kSmall : http::Effort::kFast;
    std::string packed = http::Compress(coding, effort, *text_);
    if (packed.empty()) return;
    packed.shrink_to_fit();
    form.text = std::make_shared<const std::string>(std::move(packed));
  });
  return form.text;
}

void CompressedText::AddHeaders(http::Response& answer, Coding coding) const {
  if (kind_ != Kind::kPlain) answer.headers.emplace_back("Vary", "Accept-Encoding");
  if (coding != Coding::kIdentity) answer.headers.emplace_back("Content-Encoding", http::NameOf(coding));
}

void CompressedText::AddTo(http::Response& answer, const http::Request& request) const {
  Coding coding = ChooseFor(request);
  AddHeaders(answer, coding);
  answer.shared_body = coding == Coding::kIdentity ? text_ : FormOf(coding);
}

http::Response CompressedText::ResponseTo(const http::Request& request,
                                          std::vector<std::pair<std::string, std::string>> headers) const {
  absl::call_once(tagged_, [&] { tag_ = HashOf(*text_); });
  Coding coding = ChooseFor(request);
  http::Response answer;
  answer.headers = std::move(headers);
  // Each form is an entity of its own, so its tag differs.
  std::string tag = '"' + tag_;
  if (coding != Coding::kIdentity) tag.append("-").append(http::NameOf(coding));
  tag += '"';
  answer.headers.emplace_back("ETag", tag);
  if (http::ListsTag(request.Field("if-none-match"), tag)) {
    answer.status = 304;
    if (kind_ != Kind::kPlain) answer.headers.emplace_back("Vary", "Accept-Encoding");
    return answer;
  }
  AddHeaders(answer, coding);
  answer.shared_body = coding == Coding::kIdentity ? text_ : FormOf(coding);
  return answer;
}

}  // namespace academy::edge
