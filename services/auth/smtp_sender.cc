#include "services/auth/smtp_sender.h"

#include <curl/curl.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "services/auth/mime.h"
#include "services/common/status.h"

namespace academy::auth {
namespace {

constexpr long kConnectSeconds = 10;
// The outbox leases a mail for longer than this.
constexpr long kSendSeconds = 60;

// Answers of the server that no later try of the same mail will change; sign-in troubles (530 to 538) are the
// operator's to mend, and so are better later.
bool IsFinal(long code) { return code >= 500 && code < 600 && !(code >= 530 && code <= 538); }

// What libcurl reads the message from.
struct Upload {
  std::string_view left;
};

size_t ReadMessage(char* buffer, size_t size, size_t count, void* data) {
  auto* upload = static_cast<Upload*>(data);
  size_t taken = std::min(size * count, upload->left.size());
  std::memcpy(buffer, upload->left.data(), taken);
  upload->left.remove_prefix(taken);
  return taken;
}

size_t Discard(char*, size_t size, size_t count, void*) { return size * count; }

int AbortWhenCancelled(void* cancelled, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<std::atomic<bool>*>(cancelled)->load() ? 1 : 0;
}

class SmtpSender final : public MailSender {
 public:
  SmtpSender(std::string url, bool authenticated, Sender sender)
      : url_(std::move(url)), authenticated_(authenticated), sender_(std::move(sender)) {}

  absl::Status Send(const MailRecord& mail) override {
    std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(curl_easy_init(), &curl_easy_cleanup);
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> recipients(
        curl_slist_append(nullptr, ("<" + mail.recipient + ">").c_str()), &curl_slist_free_all);
    if (curl == nullptr || recipients == nullptr) return absl::UnavailableError("libcurl has no memory");
    std::string message = MakeMessage(mail, sender_);
    Upload upload{.left = message};
    std::string from = "<" + sender_.address + ">";

    curl_easy_setopt(curl.get(), CURLOPT_URL, url_.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_FROM, from.c_str());
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_RCPT, recipients.get());
    curl_easy_setopt(curl.get(), CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_READFUNCTION, &ReadMessage);
    curl_easy_setopt(curl.get(), CURLOPT_READDATA, &upload);
    curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, &Discard);
    curl_easy_setopt(curl.get(), CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl.get(), CURLOPT_XFERINFOFUNCTION, &AbortWhenCancelled);
    curl_easy_setopt(curl.get(), CURLOPT_XFERINFODATA, &cancelled_);
    curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl.get(), CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
    curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, kSendSeconds);
    curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    SetTls(curl.get());

    CURLcode result = curl_easy_perform(curl.get());
    if (result == CURLE_OK) return absl::OkStatus();
    long code = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &code);
    std::string text = curl_easy_strerror(result);
    if (code > 0) text += ", the server answered " + std::to_string(code);
    bool refused = result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_WEIRD_SERVER_REPLY;
    return refused && IsFinal(code) ? absl::InvalidArgumentError(text) : absl::UnavailableError(text);
  }

  void Cancel() override { cancelled_ = true; }

 private:
  void SetTls(CURL* curl) const {
    if (url_.starts_with("smtps://") || authenticated_) {
      curl_easy_setopt(curl, CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_ALL));
      return;
    }
    // Without a password TLS is taken where it is offered, whoever signed the certificate: better than none, and what
    // mail servers do among each other (RFC 7435).
    curl_easy_setopt(curl, CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_TRY));
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
  }

  const std::string url_;
  const bool authenticated_;
  const Sender sender_;
  std::atomic<bool> cancelled_ = false;
};

absl::Status InvalidFlag(std::string_view message) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", message);
}

}  // namespace

absl::StatusOr<std::unique_ptr<MailSender>> MakeSmtpSender(const SmtpOptions& options) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK) return absl::InternalError("libcurl cannot start");
  Sender sender;
  if (!ReadSender(options.from, sender)) return InvalidFlag("--mail-from is `address` or `Name <address>`");

  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), &curl_url_cleanup);
  bool known = options.url.starts_with("smtp://") || options.url.starts_with("smtps://");
  if (!known || curl_url_set(url.get(), CURLUPART_URL, options.url.c_str(), 0) != CURLUE_OK) {
    return InvalidFlag("--smtp is smtp://[user:password@]host[:port] or smtps://...");
  }
  char* user = nullptr;
  bool authenticated = curl_url_get(url.get(), CURLUPART_USER, &user, 0) == CURLUE_OK;
  curl_free(user);
  return std::make_unique<SmtpSender>(options.url, authenticated, std::move(sender));
}

}  // namespace academy::auth
