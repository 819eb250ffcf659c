#include "services/platform/rpc/tls/revocation_check.h"

#include <functional>
#include <string_view>
#include <utility>

#include "services/platform/base/log.h"

namespace academy {
namespace {

using grpc::experimental::CertificateVerifier;
using grpc::experimental::ExternalCertificateVerifier;
using grpc::experimental::HostNameCertificateVerifier;
using grpc::experimental::TlsCustomVerificationCheckRequest;

std::string_view ViewOf(const grpc::string_ref& text) { return {text.data(), text.size()}; }

class Verifier final : public ExternalCertificateVerifier {
 public:
  Verifier(std::shared_ptr<const RevocationCheck> check, bool host_name)
      : check_(std::move(check)), host_name_(host_name ? std::make_unique<HostNameCertificateVerifier>() : nullptr) {}

  // Always at once.
  bool Verify(TlsCustomVerificationCheckRequest* request, std::function<void(grpc::Status)> callback,
              grpc::Status* status) override {
    *status = grpc::Status::OK;
    std::shared_ptr<const RevocationLists> lists = check_->lists();
    // A server's chain is without the client's own certificate.
    if (lists != nullptr && (lists->Revoke(ViewOf(request->peer_cert())) || RevokeChain(*lists, *request))) {
      LogWarning("connection refused: the certificate of the other end is revoked");
      *status = {grpc::StatusCode::UNAUTHENTICATED, "the certificate is revoked"};
      return true;
    }
    return host_name_ == nullptr || host_name_->Verify(request, std::move(callback), status);
  }
  void Cancel(TlsCustomVerificationCheckRequest*) override {}

 private:
  static bool RevokeChain(const RevocationLists& lists, const TlsCustomVerificationCheckRequest& request) {
    std::string_view chain = ViewOf(request.peer_cert_full_chain());
    return !chain.empty() && lists.Revoke(chain);
  }

  const std::shared_ptr<const RevocationCheck> check_;
  const std::unique_ptr<HostNameCertificateVerifier> host_name_;
};

}  // namespace

void RevocationCheck::Use(std::shared_ptr<const RevocationLists> lists) {
  absl::MutexLock lock(&mutex_);
  lists_ = std::move(lists);
}

std::shared_ptr<const RevocationLists> RevocationCheck::lists() const {
  absl::MutexLock lock(&mutex_);
  return lists_;
}

std::shared_ptr<CertificateVerifier> RevocationVerifier(std::shared_ptr<const RevocationCheck> check, bool host_name) {
  return ExternalCertificateVerifier::Create<Verifier>(std::move(check), host_name);
}

}  // namespace academy
