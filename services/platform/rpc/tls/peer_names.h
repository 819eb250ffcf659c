// Who the other end of a call is by its certificate.
#pragma once

#include <grpcpp/security/auth_context.h>

#include <optional>
#include <string>
#include <vector>

namespace academy {

// The processes that the certificate of a call's client names (see CertificateNameOf); nullopt where the connection has
// no TLS: a socket, which only this machine's user can open. Thread-safe.
std::optional<std::vector<std::string>> PeerNames(const grpc::AuthContext& context);

}  // namespace academy
