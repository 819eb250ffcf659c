// Converts between absl::Status and grpc::Status. Thread-safe.
#pragma once

#include <grpcpp/support/status.h>

#include "absl/status/status.h"

namespace academy {

// Code, message and ErrorDetail are preserved.
grpc::Status ToGrpc(const absl::Status& status);
absl::Status FromGrpc(const grpc::Status& status);

}  // namespace academy
