#include "services/auth/mail/smtp/smtp_reply.h"

#include <algorithm>
#include <array>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace academy::auth {
namespace {

constexpr std::array<std::string_view, 6> kVerbs = {"EHLO", "STARTTLS", "AUTH", "MAIL", "RCPT", "DATA"};
constexpr size_t kMaxLine = 300;
constexpr size_t kCodeDigits = 6;

// Filters quote the text they reject, which must not expose a mail's link or code.
bool MayBeSecret(absl::string_view word) {
  if (absl::StrContains(word, "://") || absl::StrContains(word, "token=")) return true;
  std::string_view bare(word.data(), word.size());
  size_t digits = static_cast<size_t>(std::count_if(bare.begin(), bare.end(), absl::ascii_isdigit));
  return digits == kCodeDigits && bare.find('.') == bare.npos;
}

}  // namespace

void SmtpReply::Command(std::string_view line) {
  // The arguments of AUTH are secret, so only verbs are kept.
  for (std::string_view verb : kVerbs) {
    if (line.starts_with(verb)) verb_ = verb;
  }
  if (line.starts_with("QUIT")) over_ = true;
}

void SmtpReply::Line(std::string_view line) {
  // The reply to QUIT explains nothing.
  if (over_) return;
  line_.clear();
  for (char c : line.substr(0, kMaxLine)) {
    if (c >= 0x20 && c < 0x7f) line_ += c;
  }
}

absl::Status SmtpReply::StatusOf(std::string_view error, int code) const {
  std::string text(error);
  if (code >= 400) {
    std::vector<std::string> words = absl::StrSplit(line_, ' ');
    for (std::string& word : words) {
      if (MayBeSecret(word)) word = "...";
    }
    text += "; the server answered to " + (verb_.empty() ? "the connection" : verb_) + ": " + absl::StrJoin(words, " ");
  }
  // A refusal before RCPT concerns the academy's own settings, which its operator can correct. So do authentication
  // errors (530 to 538) at any time.
  bool about_the_mail = verb_ == "RCPT" || verb_ == "DATA";
  bool sign_in = code >= 530 && code <= 538;
  bool final = about_the_mail && code >= 500 && code < 600 && !sign_in;
  return final ? absl::InvalidArgumentError(text) : absl::UnavailableError(text);
}

}  // namespace academy::auth
