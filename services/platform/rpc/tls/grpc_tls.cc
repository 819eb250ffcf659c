#include "services/platform/rpc/tls/grpc_tls.h"

#include <fcntl.h>
#include <grpcpp/security/tls_credentials_options.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "services/platform/base/log.h"
#include "services/platform/base/status.h"

namespace academy {
namespace {

using grpc::experimental::FileWatcherCertificateProvider;
using grpc::experimental::TlsChannelCredentialsOptions;
using grpc::experimental::TlsServerCredentialsOptions;

constexpr unsigned int kWatchSeconds = 1;

absl::Status Failed() {
  return Error(absl::StatusCode::kFailedPrecondition, "grpc_tls_unusable",
               std::string("cannot keep certificates in memory: ") + std::strerror(errno));
}

// A descriptor of `text` whose time of change is `generation`; negative with errno.
int MakeMemoryFile(const std::string& text, int64_t generation) {
  int descriptor = ::memfd_create("grpc_tls", MFD_CLOEXEC);
  if (descriptor < 0) return descriptor;
  size_t written = 0;
  while (written < text.size()) {
    ssize_t count = ::write(descriptor, text.data() + written, text.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += static_cast<size_t>(count);
  }
  // gRPC reads the identity twice, for the key and for the certificate, and again if the file's time, which it knows in
  // whole seconds, has changed meanwhile.
  timespec time{.tv_sec = generation, .tv_nsec = 0};
  timespec times[] = {time, time};
  if (written == text.size() && ::fchmod(descriptor, 0600) == 0 && ::futimens(descriptor, times) == 0) {
    return descriptor;
  }
  ::close(descriptor);
  return -1;
}

}  // namespace

std::string GrpcTls::MemoryFile::path() const { return "/proc/self/fd/" + std::to_string(descriptor); }

GrpcTls::GrpcTls(std::filesystem::path folder, std::string process)
    : folder_(std::move(folder)), process_(std::move(process)) {}

absl::StatusOr<std::unique_ptr<GrpcTls>> GrpcTls::Load(std::filesystem::path folder, std::string process) {
  std::unique_ptr<GrpcTls> tls(new GrpcTls(std::move(folder), std::move(process)));
  RETURN_IF_ERROR(tls->Reload());
  absl::MutexLock lock(&tls->mutex_);
  std::string identity = tls->identity_.path();
  tls->provider_ =
      std::make_shared<FileWatcherCertificateProvider>(identity, identity, tls->authority_.path(), kWatchSeconds);
  return tls;
}

GrpcTls::~GrpcTls() {
  // Its thread reads the files.
  provider_.reset();
  absl::MutexLock lock(&mutex_);
  for (const MemoryFile& file : {authority_, identity_}) {
    if (file.descriptor >= 0) ::close(file.descriptor);
  }
}

std::shared_ptr<grpc::ServerCredentials> GrpcTls::ForServer() const {
  TlsServerCredentialsOptions options(provider_);
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  options.set_cert_request_type(GRPC_SSL_REQUEST_AND_REQUIRE_CLIENT_CERTIFICATE_AND_VERIFY);
  options.set_certificate_verifier(RevocationVerifier(revocation_, /*host_name=*/false));
  return grpc::experimental::TlsServerCredentials(options);
}

std::shared_ptr<grpc::ChannelCredentials> GrpcTls::ForChannels() const {
  TlsChannelCredentialsOptions options;
  options.set_certificate_provider(provider_);
  options.watch_root_certs();
  options.watch_identity_key_cert_pairs();
  options.set_certificate_verifier(RevocationVerifier(revocation_, /*host_name=*/true));
  return grpc::experimental::TlsCredentials(options);
}

absl::Status GrpcTls::Replace(MemoryFile& file, const std::string& text) {
  int fresh = MakeMemoryFile(text, generation_);
  if (fresh < 0) return Failed();
  if (file.descriptor < 0) {
    file.descriptor = fresh;
    return absl::OkStatus();
  }
  // One step: whoever opens the path has the whole file of before or this one.
  bool replaced = ::dup3(fresh, file.descriptor, O_CLOEXEC) >= 0;
  absl::Status status = replaced ? absl::OkStatus() : Failed();
  ::close(fresh);
  return status;
}

absl::Status GrpcTls::Use(const CertificateFiles& files) {
  ++generation_;
  RETURN_IF_ERROR(Replace(authority_, files.authority));
  RETURN_IF_ERROR(Replace(identity_, files.identity));
  expiry_ = files.expiry;
  revocation_->Use(files.revoked);
  return absl::OkStatus();
}

absl::Status GrpcTls::Reload() {
  ASSIGN_OR_RETURN(CertificateFiles files, ReadCertificateFiles(folder_, process_));
  absl::MutexLock lock(&mutex_);
  return Use(files);
}

void GrpcTls::ReloadAndLog() {
  if (absl::Status status = Reload(); !status.ok()) {
    return LogError("certificate for grpc not read, the one before stays", {{"error", MessageOf(status)}});
  }
  LogInfo("certificate for grpc read again", {{"expires", absl::FormatTime(Expiry(), absl::UTCTimeZone())}});
}

absl::Time GrpcTls::Expiry() const {
  absl::MutexLock lock(&mutex_);
  return expiry_;
}

}  // namespace academy
