// The flag --grpc_tls, the same in every process.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "services/platform/base/clock.h"
#include "services/platform/health/monitors.h"
#include "services/platform/rpc/tls/grpc_tls.h"

namespace academy {

// TLS with the certificate of `process` in the folder that --grpc_tls names; null without the flag. The metrics have
// when the certificate expires, and the health board the item `grpc-certificate`; both are collected only while the
// result and `clock` live. Errors of GrpcTls::Load.
absl::StatusOr<std::unique_ptr<GrpcTls>> GrpcTlsFromFlags(const std::string& process, const Monitors& monitors,
                                                          const Clock& clock = Clock::System());

// Logs that other machines can read and change what is told to a server at the address `bind`, if they can. Call it for
// a server without TLS.
void WarnOfPlainCalls(std::string_view bind);

// Whether only this machine reaches a server at the address `bind`.
bool IsLocalBind(std::string_view bind);

}  // namespace academy
