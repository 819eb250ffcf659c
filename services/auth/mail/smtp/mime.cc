#include "services/auth/mail/smtp/mime.h"

#include <algorithm>

#include "absl/time/time.h"
#include "services/auth/accounts/text.h"
#include "services/platform/encoding/base64.h"

namespace academy::auth {
namespace {

constexpr char kCrlf[] = "\r\n";
// 45 bytes are 60 characters of base64; with its delimiters an encoded word stays under 75 characters.
constexpr size_t kWordBytes = 45;
constexpr size_t kLineBytes = 57;

bool IsPlainAscii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](unsigned char c) { return c >= 0x20 && c < 0x7f; });
}

// Lines of 76 characters.
std::string EncodeBody(std::string_view body) {
  std::string encoded;
  for (size_t at = 0; at < body.size(); at += kLineBytes) encoded += Base64(body.substr(at, kLineBytes)) + kCrlf;
  return encoded;
}

std::string Part(const std::string& boundary, std::string_view type, std::string_view body) {
  return "--" + boundary + kCrlf + "Content-Type: " + std::string(type) + "; charset=utf-8" + kCrlf +
         "Content-Transfer-Encoding: base64" + kCrlf + kCrlf + EncodeBody(body);
}

std::string DomainOf(const std::string& address) { return address.substr(address.rfind('@') + 1); }

}  // namespace

bool ReadSender(std::string_view text, Sender& sender) {
  if (HasControlCharacters(text)) return false;
  size_t open = text.rfind('<');
  if (open != text.npos && text.ends_with('>')) {
    sender.name = std::string(Trim(text.substr(0, open)));
    std::erase(sender.name, '"');
    text = text.substr(open + 1, text.size() - open - 2);
  }
  sender.address = std::string(Trim(text));
  size_t at = sender.address.find('@');
  return at != std::string::npos && at > 0 && at + 1 < sender.address.size() && IsPlainAscii(sender.address) &&
         sender.address.find_first_of(" <>,;") == std::string::npos;
}

std::string EncodeHeader(std::string_view text) {
  if (IsPlainAscii(text)) return std::string(text);
  std::string encoded;
  while (!text.empty()) {
    size_t size = std::min(text.size(), kWordBytes);
    // Never split a character.
    while (size < text.size() && size > 0 && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
    if (size == 0) size = std::min(text.size(), kWordBytes);
    if (!encoded.empty()) encoded += "\r\n ";
    encoded += "=?UTF-8?B?" + Base64(text.substr(0, size)) + "?=";
    text.remove_prefix(size);
  }
  return encoded;
}

std::string MakeMessage(const MailRecord& mail, const Sender& sender) {
  std::string from = sender.address;
  if (!sender.name.empty()) {
    from = (IsPlainAscii(sender.name) ? "\"" + sender.name + "\"" : EncodeHeader(sender.name)) + " <" + sender.address +
           ">";
  }
  std::string date =
      absl::FormatTime("%a, %d %b %Y %H:%M:%S +0000", absl::FromUnixMillis(mail.created_at), absl::UTCTimeZone());
  std::string boundary = "=_" + mail.id;
  std::string message;
  auto header = [&](std::string_view name, const std::string& value) {
    message.append(name).append(": ").append(value).append(kCrlf);
  };
  header("Date", date);
  header("From", from);
  header("To", mail.recipient);
  if (!mail.reply_to.empty()) header("Reply-To", mail.reply_to);
  header("Subject", EncodeHeader(mail.subject));
  header("Message-ID", "<" + mail.id + "@" + DomainOf(sender.address) + ">");
  header("Auto-Submitted", "auto-generated");
  header("MIME-Version", "1.0");
  header("Content-Type", "multipart/alternative; boundary=\"" + boundary + "\"");
  message += kCrlf;
  message += Part(boundary, "text/plain", mail.text);
  message += Part(boundary, "text/html", mail.html);
  message += "--" + boundary + "--" + kCrlf;
  return message;
}

}  // namespace academy::auth
