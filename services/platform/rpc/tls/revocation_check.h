// Refuses connections whose other end has a revoked certificate.
//
// gRPC can read revocation lists by itself (set_crl_directory), from files named by OpenSSL's hashes, one after another
// and at no moment that we choose. This uses lists that were read and checked as a whole, also for sessions that TLS
// resumes.
#pragma once

#include <grpcpp/security/tls_certificate_verifier.h>

#include <memory>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"
#include "services/platform/rpc/tls/revocation_lists.h"

namespace academy {

// The lists in use. Thread-safe.
class RevocationCheck {
 public:
  void Use(std::shared_ptr<const RevocationLists> lists) ABSL_LOCKS_EXCLUDED(mutex_);
  // Null before the first Use.
  std::shared_ptr<const RevocationLists> lists() const ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  mutable absl::Mutex mutex_;
  std::shared_ptr<const RevocationLists> lists_ ABSL_GUARDED_BY(mutex_);
};

// For gRPC's credentials: what TLS has verified must not be revoked and, with `host_name`, be for the channel's target.
std::shared_ptr<grpc::experimental::CertificateVerifier> RevocationVerifier(
    std::shared_ptr<const RevocationCheck> check, bool host_name);

}  // namespace academy
