// TLS between processes on several machines: both ends prove who they are by certificates of a private authority.
//
// Thread-safe. gRPC reads the files from copies in memory, which are only ever replaced by files that fit together, so
// that a rotation that is half done refuses no call.
#pragma once

#include <grpcpp/security/credentials.h>
#include <grpcpp/security/server_credentials.h>
#include <grpcpp/security/tls_certificate_provider.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "services/platform/rpc/tls/certificate_files.h"
#include "services/platform/rpc/tls/revocation_check.h"

namespace academy {

class GrpcTls {
 public:
  // Reads the files of `process` in `folder`. Errors of ReadCertificateFiles; FAILED_PRECONDITION grpc_tls_unusable
  // where this machine has no memory files.
  static absl::StatusOr<std::unique_ptr<GrpcTls>> Load(std::filesystem::path folder, std::string process);
  // After all servers and channels that use its credentials.
  ~GrpcTls();

  // TLS 1.2 and above; clients need a certificate of an authority in ca.pem.
  std::shared_ptr<grpc::ServerCredentials> ForServer() const;
  // The server's certificate must be of such an authority, and for the channel's target name (CertificateNameOf).
  // Neither end accepts a revoked certificate.
  std::shared_ptr<grpc::ChannelCredentials> ForChannels() const;

  // Reads the files again: new connections use them within a second, open ones stay. On an error, as in Load, the
  // previous ones stay in use.
  absl::Status Reload() ABSL_LOCKS_EXCLUDED(mutex_);
  // The same, and logs how it went.
  void ReloadAndLog() ABSL_LOCKS_EXCLUDED(mutex_);

  // When the certificate in use expires.
  absl::Time Expiry() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  // A file in memory, and how gRPC opens it.
  struct MemoryFile {
    int descriptor = -1;
    std::string path() const;
  };

  GrpcTls(std::filesystem::path folder, std::string process);
  absl::Status Replace(MemoryFile& file, const std::string& text) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  absl::Status Use(const CertificateFiles& files) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const std::filesystem::path folder_;
  const std::string process_;
  mutable absl::Mutex mutex_;
  MemoryFile authority_ ABSL_GUARDED_BY(mutex_);
  MemoryFile identity_ ABSL_GUARDED_BY(mutex_);
  int64_t generation_ ABSL_GUARDED_BY(mutex_) = 0;
  absl::Time expiry_ ABSL_GUARDED_BY(mutex_);
  // Shared with the verifiers that gRPC keeps.
  const std::shared_ptr<RevocationCheck> revocation_ = std::make_shared<RevocationCheck>();
  // Set once, by Load.
  std::shared_ptr<grpc::experimental::CertificateProviderInterface> provider_;
};

}  // namespace academy
