#include "services/platform/rpc/tls/tls_flags.h"

#include "absl/flags/flag.h"
#include "absl/time/time.h"
#include "services/platform/base/status.h"

ABSL_FLAG(std::string, grpc_tls, "",
          "Folder with ca.pem, <process>.pem and <process>.key: calls over TCP use mutual TLS; read again at SIGHUP");

namespace academy {

absl::StatusOr<std::unique_ptr<GrpcTls>> GrpcTlsFromFlags(const std::string& process, Metrics& metrics) {
  std::string folder = absl::GetFlag(FLAGS_grpc_tls);
  if (folder.empty()) return nullptr;
  ASSIGN_OR_RETURN(std::unique_ptr<GrpcTls> tls, GrpcTls::Load(folder, process));
  metrics.Gauge("academy_grpc_certificate_expiry_seconds",
                "When the certificate for calls between processes expires, in seconds since 1970",
                [tls = tls.get()] { return absl::ToDoubleSeconds(tls->Expiry() - absl::UnixEpoch()); });
  return tls;
}

}  // namespace academy
