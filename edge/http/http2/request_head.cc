#include "edge/http/http2/request_head.h"

#include <algorithm>
#include <array>

namespace academy::http {
namespace {

// A field's separators in HTTP/1.1, so that both versions allow heads of the same size.
constexpr size_t kSeparators = 4;
constexpr size_t kExcess = 4;
// They concern one HTTP/1.1 connection; RFC 9113, 8.2.2.
constexpr std::array<std::string_view, 5> kConnectionFields = {"connection", "keep-alive", "proxy-connection",
                                                               "transfer-encoding", "upgrade"};

}  // namespace

void RequestHead::Refuse(int status) {
  if (status_ == 0) status_ = status;
}

bool RequestHead::excessive() const { return bytes_ > kExcess * limits_.bytes; }

void RequestHead::Add(std::string_view name, std::string_view value) {
  bytes_ += name.size() + value.size() + kSeparators;
  // If the path alone is too long, it is to blame.
  if (name == ":path" && value.size() > limits_.target) return Refuse(414);
  if (bytes_ > limits_.bytes) return Refuse(431);
  if (status_ != 0) return;
  name.starts_with(':') ? AddPseudo(name, value) : AddRegular(name, value);
}

void RequestHead::AddPseudo(std::string_view name, std::string_view value) {
  std::string* part = name == ":method" ? &method_ : name == ":path" ? &path_ : nullptr;
  if (name == ":authority") part = &authority_;
  // The scheme matters no more than that of an absolute-form target.
  if (name == ":scheme") return;
  if (part == nullptr || !part->empty() || value.empty()) return Refuse(400);
  *part = value;
}

void RequestHead::AddRegular(std::string_view name, std::string_view value) {
  if (std::find(kConnectionFields.begin(), kConnectionFields.end(), name) != kConnectionFields.end()) {
    return Refuse(400);
  }
  if (name != "cookie") return Refuse(AddField(name, value, limits_, head_));
  // One field may come in several, so that they compress better (RFC 9113, 8.2.3).
  Head crumb;
  Refuse(AddField(name, value, limits_, crumb));
  if (crumb.fields.empty()) return;
  if (!cookies_.empty()) cookies_ += "; ";
  cookies_ += crumb.fields.front().second;
}

int RequestHead::Finish(bool ended) {
  if (status_ == 0) Refuse(SetTarget(method_, path_, limits_, head_));
  if (status_ == 0 && !cookies_.empty()) Refuse(AddField("cookie", cookies_, limits_, head_));
  if (status_ == 0 && !authority_.empty()) AddAuthority();
  if (status_ != 0) return status_;
  head_.open_ended = !ended && Find(head_.fields, "content-length").empty();
  Refuse(InterpretFields(head_));
  return status_;
}

void RequestHead::AddAuthority() {
  std::string_view host = Find(head_.fields, "host");
  if (host.empty()) return Refuse(AddField("host", authority_, limits_, head_));
  // Whom does it ask?
  if (host != authority_) Refuse(400);
}

}  // namespace academy::http
