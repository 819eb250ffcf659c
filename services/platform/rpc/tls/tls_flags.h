// The flag --grpc_tls, the same in every process.
#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "services/platform/base/metrics.h"
#include "services/platform/rpc/tls/grpc_tls.h"

namespace academy {

// TLS with the certificate of `process` in the folder that --grpc_tls names; null without the flag. `metrics` have when
// the certificate expires, and are collected only while the result lives. Errors of GrpcTls::Load.
absl::StatusOr<std::unique_ptr<GrpcTls>> GrpcTlsFromFlags(const std::string& process, Metrics& metrics);

}  // namespace academy
