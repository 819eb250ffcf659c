#include "services/auth/mail/smtp/smtp_sender.h"

#include <curl/curl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <fstream>
#include <memory>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/auth/mail/smtp/mime.h"
#include "services/auth/mail/smtp/smtp_reply.h"
#include "services/platform/base/status.h"

namespace academy::auth {
namespace {

// Includes the greeting and authentication; some servers make strangers wait for half a minute.
constexpr long kConnectSeconds = 60;
// Servers that scan for viruses respond late. A shorter limit would make the same mail be sent again and again.
constexpr long kSendSeconds = 300;

using CurlPtr = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;

size_t Discard(char*, size_t size, size_t count, void*) { return size * count; }

// State of one mail being sent, which libcurl reads from and writes to.
struct Attempt {
  std::string_view left;
  SmtpReply reply;
  std::array<char, CURL_ERROR_SIZE> error = {};
};

size_t ReadMessage(char* buffer, size_t size, size_t count, void* data) {
  std::string_view& left = static_cast<Attempt*>(data)->left;
  size_t taken = std::min(size * count, left.size());
  std::memcpy(buffer, left.data(), taken);
  left.remove_prefix(taken);
  return taken;
}

size_t ReadReply(char* line, size_t size, size_t count, void* data) {
  static_cast<Attempt*>(data)->reply.Line({line, size * count});
  return size * count;
}

int SeeCommand(CURL*, curl_infotype type, char* text, size_t size, void* data) {
  if (type == CURLINFO_HEADER_OUT) static_cast<Attempt*>(data)->reply.Command({text, size});
  return 0;
}

class SmtpSender final : public MailSender {
 public:
  SmtpSender(SmtpOptions options, bool authenticated, Sender sender)
      : options_(std::move(options)), authenticated_(authenticated), sender_(std::move(sender)) {}

  // Closes idle connections while the set of sockets still exists.
  ~SmtpSender() override { SmtpSender::Rest(); }

  absl::Status Send(const MailRecord& mail) override {
    CurlPtr curl = TakeConnection();
    std::unique_ptr<curl_slist, decltype(&curl_slist_free_all)> recipients(
        curl_slist_append(nullptr, ("<" + mail.recipient + ">").c_str()), &curl_slist_free_all);
    if (curl == nullptr || recipients == nullptr) return absl::UnavailableError("libcurl has no memory");
    std::string message = MakeMessage(mail, sender_);
    Attempt attempt{.left = message, .reply = {}, .error = {}};
    curl_easy_setopt(curl.get(), CURLOPT_MAIL_RCPT, recipients.get());
    return Perform(std::move(curl), attempt);
  }

  // Connects and signs in as for a mail, and sends none. Call it before any Send.
  absl::Status Greet() {
    CurlPtr curl = TakeConnection();
    if (curl == nullptr) return absl::UnavailableError("libcurl has no memory");
    Attempt attempt;
    curl_easy_setopt(curl.get(), CURLOPT_UPLOAD, 0L);
    curl_easy_setopt(curl.get(), CURLOPT_CUSTOMREQUEST, "NOOP");
    return Perform(std::move(curl), attempt);
  }

  void Rest() override {
    // Destroyed after the lock is released, because closing sockets takes it.
    std::vector<CurlPtr> idle;
    absl::MutexLock lock(&mutex_);
    idle.swap(idle_);
  }

  void Cancel() override {
    absl::MutexLock lock(&mutex_);
    cancelled_ = true;
    // Shutting down the sockets wakes libcurl wherever it waits.
    for (curl_socket_t socket : sockets_) shutdown(socket, SHUT_RDWR);
  }

 private:
  static curl_socket_t OpenSocket(void* self, curlsocktype, curl_sockaddr* address) {
    auto* sender = static_cast<SmtpSender*>(self);
    absl::MutexLock lock(&sender->mutex_);
    if (sender->cancelled_) return CURL_SOCKET_BAD;
    curl_socket_t opened = socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (opened != CURL_SOCKET_BAD) sender->sockets_.insert(opened);
    return opened;
  }

  static int CloseSocket(void* self, curl_socket_t socket) {
    auto* sender = static_cast<SmtpSender*>(self);
    absl::MutexLock lock(&sender->mutex_);
    sender->sockets_.erase(socket);
    return close(socket);
  }

  static int AbortWhenCancelled(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
    return static_cast<SmtpSender*>(self)->cancelled_ ? 1 : 0;
  }

  // Runs the conversation that `curl` is prepared for. The connection is kept if it went well.
  absl::Status Perform(CurlPtr curl, Attempt& attempt) {
    curl_easy_setopt(curl.get(), CURLOPT_READDATA, &attempt);
    curl_easy_setopt(curl.get(), CURLOPT_HEADERDATA, &attempt);
    curl_easy_setopt(curl.get(), CURLOPT_DEBUGDATA, &attempt);
    curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, attempt.error.data());

    CURLcode result = curl_easy_perform(curl.get());
    long code = 0;
    curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &code);
    // Closing a connection also calls the debug callback, possibly after this call has ended, when `attempt` is gone.
    curl_easy_setopt(curl.get(), CURLOPT_VERBOSE, 0L);
    curl_easy_setopt(curl.get(), CURLOPT_HEADERFUNCTION, &Discard);
    curl_easy_setopt(curl.get(), CURLOPT_ERRORBUFFER, nullptr);
    if (result == CURLE_OK) {
      KeepConnection(std::move(curl));
      return absl::OkStatus();
    }
    std::string text = attempt.error[0] != '\0' ? attempt.error.data() : curl_easy_strerror(result);
    bool answered = result == CURLE_SEND_ERROR || result == CURLE_RECV_ERROR || result == CURLE_WEIRD_SERVER_REPLY;
    return attempt.reply.StatusOf(text, answered || result == CURLE_LOGIN_DENIED ? static_cast<int>(code) : 0);
  }

  // Returns a connected handle if there is one.
  CurlPtr TakeConnection() {
    CurlPtr curl(nullptr, &curl_easy_cleanup);
    {
      absl::MutexLock lock(&mutex_);
      if (!idle_.empty()) {
        curl = std::move(idle_.back());
        idle_.pop_back();
      }
    }
    if (curl == nullptr) curl.reset(curl_easy_init());
    if (curl != nullptr) Prepare(curl.get());
    return curl;
  }

  void KeepConnection(CurlPtr curl) {
    absl::MutexLock lock(&mutex_);
    idle_.push_back(std::move(curl));
  }

  void Prepare(CURL* curl) {
    curl_easy_setopt(curl, CURLOPT_URL, options_.url.c_str());
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_MAIL_FROM, ("<" + sender_.address + ">").c_str());
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, &ReadMessage);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, &Discard);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, &ReadReply);
    curl_easy_setopt(curl, CURLOPT_DEBUGFUNCTION, &SeeCommand);
    curl_easy_setopt(curl, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, &AbortWhenCancelled);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, this);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETFUNCTION, &OpenSocket);
    curl_easy_setopt(curl, CURLOPT_OPENSOCKETDATA, this);
    curl_easy_setopt(curl, CURLOPT_CLOSESOCKETFUNCTION, &CloseSocket);
    curl_easy_setopt(curl, CURLOPT_CLOSESOCKETDATA, this);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    // Do not wait for a name server when the process ends.
    curl_easy_setopt(curl, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, kConnectSeconds);
    curl_easy_setopt(curl, CURLOPT_SERVER_RESPONSE_TIMEOUT, kSendSeconds);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, kSendSeconds);
    SetTls(curl);
  }

  void SetTls(CURL* curl) const {
    if (!options_.ca_file.empty()) curl_easy_setopt(curl, CURLOPT_CAINFO, options_.ca_file.c_str());
    if (options_.url.starts_with("smtps://") || authenticated_ || !options_.ca_file.empty()) {
      curl_easy_setopt(curl, CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_ALL));
      return;
    }
    // Without a password TLS is used if offered, whatever the certificate: better than none, and the practice among
    // mail servers (RFC 7435).
    curl_easy_setopt(curl, CURLOPT_USE_SSL, static_cast<long>(CURLUSESSL_TRY));
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(curl, CURLOPT_SSL_VERIFYHOST, 0L);
  }

  const SmtpOptions options_;
  const bool authenticated_;
  const Sender sender_;
  std::atomic<bool> cancelled_ = false;
  absl::Mutex mutex_;
  // All open sockets, so that Cancel can shut them down.
  std::set<curl_socket_t> sockets_ ABSL_GUARDED_BY(mutex_);
  // Idle handles, each with its connection.
  std::vector<CurlPtr> idle_ ABSL_GUARDED_BY(mutex_);
};

absl::Status InvalidFlag(std::string_view message) {
  return Error(absl::StatusCode::kInvalidArgument, "invalid_flag", message);
}

absl::StatusOr<std::unique_ptr<SmtpSender>> MakeSender(const SmtpOptions& options) {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK) return absl::InternalError("libcurl cannot start");
  Sender sender;
  if (!ReadSender(options.from, sender)) return InvalidFlag("--mail-from is `address` or `Name <address>`");
  if (!options.ca_file.empty() && !std::ifstream(options.ca_file)) {
    return InvalidFlag("--smtp-ca " + options.ca_file + " cannot be read");
  }

  std::unique_ptr<CURLU, decltype(&curl_url_cleanup)> url(curl_url(), &curl_url_cleanup);
  bool known = options.url.starts_with("smtp://") || options.url.starts_with("smtps://");
  if (!known || curl_url_set(url.get(), CURLUPART_URL, options.url.c_str(), 0) != CURLUE_OK) {
    return InvalidFlag("--smtp is smtp://[user:password@]host[:port] or smtps://...");
  }
  char* user = nullptr;
  bool authenticated = curl_url_get(url.get(), CURLUPART_USER, &user, 0) == CURLUE_OK;
  curl_free(user);
  return std::make_unique<SmtpSender>(options, authenticated, std::move(sender));
}

}  // namespace

absl::StatusOr<std::unique_ptr<MailSender>> MakeSmtpSender(const SmtpOptions& options) { return MakeSender(options); }

absl::Status GreetSmtpServer(const SmtpOptions& options) {
  ASSIGN_OR_RETURN(std::unique_ptr<SmtpSender> sender, MakeSender(options));
  return sender->Greet();
}

}  // namespace academy::auth
