#include "services/platform/rpc/tls/peer_names.h"

#include <grpc/grpc_security_constants.h>

#include <string_view>

#include "services/platform/rpc/tls/certificate_files.h"

namespace academy {

std::optional<std::vector<std::string>> PeerNames(const grpc::AuthContext& context) {
  std::vector<grpc::string_ref> transport = context.FindPropertyValues(GRPC_TRANSPORT_SECURITY_TYPE_PROPERTY_NAME);
  if (transport.empty() || transport.front() != GRPC_TLS_TRANSPORT_SECURITY_TYPE) return std::nullopt;
  std::vector<std::string> names;
  for (const grpc::string_ref& name : context.FindPropertyValues(GRPC_PEER_DNS_PROPERTY_NAME)) {
    std::string_view process = ProcessOfCertificateName({name.data(), name.size()});
    if (!process.empty()) names.emplace_back(process);
  }
  return names;
}

}  // namespace academy
