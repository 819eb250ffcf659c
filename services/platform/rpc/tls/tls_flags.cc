#include "services/platform/rpc/tls/tls_flags.h"

#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "services/platform/base/log.h"
#include "services/platform/base/status.h"
#include "services/platform/health/health_item.h"
#include "services/platform/net/address_groups.h"

ABSL_FLAG(std::string, grpc_tls, "",
          "Folder with ca.pem, <process>.pem, <process>.key and, for revocation lists, crl/: calls over TCP use mutual "
          "TLS; read again at SIGHUP");

namespace academy {

absl::StatusOr<std::unique_ptr<GrpcTls>> GrpcTlsFromFlags(const std::string& process, const Monitors& monitors,
                                                          const Clock& clock) {
  std::string folder = absl::GetFlag(FLAGS_grpc_tls);
  if (folder.empty()) return nullptr;
  ASSIGN_OR_RETURN(std::unique_ptr<GrpcTls> tls, GrpcTls::Load(folder, process));
  if (monitors.metrics != nullptr) {
    monitors.metrics->Gauge("academy_grpc_certificate_expiry_seconds",
                            "When the certificate for calls between processes expires, in seconds since 1970",
                            [tls = tls.get()] { return absl::ToDoubleSeconds(tls->Expiry() - absl::UnixEpoch()); });
  }
  if (monitors.health != nullptr) {
    monitors.health->Add([tls = tls.get(), &clock] {
      return CertificateItem("grpc-certificate", tls->Expiry() - absl::FromUnixMillis(clock.Now()));
    });
  }
  return tls;
}

void WarnOfPlainCalls(std::string_view bind) {
  if (IsLocalBind(bind)) return;
  LogWarning("calls can be read and changed on the network: give every process --grpc_tls", {{"address", bind}});
}

bool IsLocalBind(std::string_view bind) {
  if (bind.starts_with('[') && bind.ends_with(']')) bind = bind.substr(1, bind.size() - 2);
  return IsLoopback(bind) || bind == "localhost";
}

}  // namespace academy
