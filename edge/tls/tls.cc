#include "edge/tls/tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <algorithm>
#include <climits>
#include <ctime>
#include <string>
#include <utility>

#include "services/platform/base/status.h"

namespace academy::tls {
namespace {

// For TLS 1.2, only suites with forward secrecy and authenticated encryption; TLS 1.3 has no others.
constexpr char kCiphers[] = "ECDHE+AESGCM:ECDHE+CHACHA20";
// Lifetime of session tickets, seconds.
constexpr long kSessionLife = 2 * 3600;
constexpr unsigned char kSessionContext[] = "academy";
// What is spoken here, the preferred one first.
constexpr unsigned char kProtocols[] = "\x02h2\x08http/1.1";

using Ctx = std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)>;

absl::Status Unusable(const std::string& text) {
  return Error(absl::StatusCode::kFailedPrecondition, "tls_unusable", text);
}

// OpenSSL's description of the last failure.
std::string Reason() {
  unsigned long code = ERR_peek_last_error();
  const char* reason = ERR_reason_error_string(code);
  ERR_clear_error();
  return reason != nullptr ? reason : "unreadable";
}

// A client that offers none of them is served as if it had not used ALPN.
int ChooseProtocol(SSL*, const unsigned char** out, unsigned char* out_size, const unsigned char* offered,
                   unsigned int size, void*) {
  unsigned char* chosen = nullptr;
  int found = SSL_select_next_proto(&chosen, out_size, kProtocols, sizeof(kProtocols) - 1, offered, size);
  *out = chosen;
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_NOACK;
}

// An encrypted key is refused, because there is nobody to ask for its password.
int NoPassword(char*, int, int, void*) { return 0; }

absl::Status CheckTime(const X509* certificate, const std::string& name) {
  if (X509_cmp_current_time(X509_get0_notAfter(certificate)) <= 0) {
    return Unusable("the certificate " + name + " has expired: renew it");
  }
  if (X509_cmp_current_time(X509_get0_notBefore(certificate)) > 0) {
    return Unusable("the certificate " + name + " is not valid yet: is the clock right?");
  }
  return absl::OkStatus();
}

absl::StatusOr<Ctx> Make(const Files& files) {
  ERR_clear_error();
  Ctx context(SSL_CTX_new(TLS_server_method()), &SSL_CTX_free);
  if (context == nullptr) return Unusable("TLS cannot be set up: " + Reason());
  SSL_CTX* ctx = context.get();
  SSL_CTX_set_min_proto_version(ctx, TLS1_2_VERSION);
  SSL_CTX_set_cipher_list(ctx, kCiphers);
  // A peer that closes without a closing alert counts as closed normally: lengths show whether a message is complete.
  SSL_CTX_set_options(ctx, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE |
                               SSL_OP_PRIORITIZE_CHACHA | SSL_OP_IGNORE_UNEXPECTED_EOF);
  // Idle connections release their buffers.
  SSL_CTX_set_mode(ctx, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER | SSL_MODE_RELEASE_BUFFERS);
  SSL_CTX_set_session_id_context(ctx, kSessionContext, sizeof(kSessionContext) - 1);
  SSL_CTX_set_session_cache_mode(ctx, SSL_SESS_CACHE_OFF);
  SSL_CTX_set_timeout(ctx, kSessionLife);
  SSL_CTX_set_num_tickets(ctx, 1);
  SSL_CTX_set_alpn_select_cb(ctx, ChooseProtocol, nullptr);
  SSL_CTX_set_default_passwd_cb(ctx, NoPassword);

  std::string certificate = files.certificate.string();
  std::string key = files.key.string();
  if (SSL_CTX_use_certificate_chain_file(ctx, certificate.c_str()) != 1) {
    return Unusable("cannot read the certificate " + certificate + " (" + Reason() + ")");
  }
  RETURN_IF_ERROR(CheckTime(SSL_CTX_get0_certificate(ctx), certificate));
  if (SSL_CTX_use_PrivateKey_file(ctx, key.c_str(), SSL_FILETYPE_PEM) != 1) {
    bool mismatch = ERR_GET_REASON(ERR_peek_last_error()) == X509_R_KEY_VALUES_MISMATCH;
    std::string reason = Reason();
    if (mismatch) return Unusable("the key " + key + " is not that of the certificate " + certificate);
    return Unusable("cannot read the key " + key + " (" + reason + ")");
  }
  if (SSL_CTX_check_private_key(ctx) != 1) {
    ERR_clear_error();
    return Unusable("the key " + key + " is not that of the certificate " + certificate);
  }
  return context;
}

int Length(size_t size) { return static_cast<int>(std::min<size_t>(size, INT_MAX)); }

}  // namespace

Stream::~Stream() { SSL_free(ssl_); }

Stream::State Stream::StateOf(int result) const {
  switch (SSL_get_error(ssl_, result)) {
    case SSL_ERROR_NONE:
      return State::kDone;
    case SSL_ERROR_WANT_READ:
      return State::kWantRead;
    case SSL_ERROR_WANT_WRITE:
      return State::kWantWrite;
    default:
      return State::kEnd;
  }
}

// OpenSSL's error queue is per thread; errors that another connection left there would be taken for this one's.
Stream::State Stream::Handshake() {
  ERR_clear_error();
  return StateOf(SSL_accept(ssl_));
}

Stream::Moved Stream::Read(char* to, size_t size) {
  ERR_clear_error();
  int result = SSL_read(ssl_, to, Length(size));
  if (result > 0) return {State::kDone, static_cast<size_t>(result)};
  return {StateOf(result), 0};
}

Stream::Moved Stream::Write(const char* from, size_t size) {
  ERR_clear_error();
  int result = SSL_write(ssl_, from, Length(size));
  if (result > 0) return {State::kDone, static_cast<size_t>(result)};
  return {StateOf(result), 0};
}

void Stream::SayGoodbye() {
  ERR_clear_error();
  if (SSL_in_init(ssl_) == 0) SSL_shutdown(ssl_);
}

bool Stream::SpeaksHttp2() const {
  const unsigned char* chosen = nullptr;
  unsigned int size = 0;
  SSL_get0_alpn_selected(ssl_, &chosen, &size);
  return size == 2 && chosen[0] == 'h' && chosen[1] == '2';
}

absl::StatusOr<std::shared_ptr<Context>> Context::Load(Files files) {
  ASSIGN_OR_RETURN(Ctx context, Make(files));
  return std::shared_ptr<Context>(new Context(std::move(files), context.release()));
}

Context::~Context() { SSL_CTX_free(context_); }

absl::Status Context::Reload() {
  ASSIGN_OR_RETURN(Ctx fresh, Make(files_));
  absl::MutexLock lock(&mutex_);
  SSL_CTX_free(context_);
  context_ = fresh.release();
  return absl::OkStatus();
}

absl::Time Context::Expiry() {
  absl::MutexLock lock(&mutex_);
  tm end{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(SSL_CTX_get0_certificate(context_)), &end) != 1) return absl::InfinitePast();
  return absl::FromTM(end, absl::UTCTimeZone());
}

std::unique_ptr<Stream> Context::Accept(int fd) {
  SSL* ssl = nullptr;
  {
    absl::MutexLock lock(&mutex_);
    // The SSL object keeps its context alive.
    ssl = SSL_new(context_);
  }
  if (ssl == nullptr) return nullptr;
  auto stream = std::make_unique<Stream>(ssl);
  return SSL_set_fd(ssl, fd) == 1 ? std::move(stream) : nullptr;
}

}  // namespace academy::tls
