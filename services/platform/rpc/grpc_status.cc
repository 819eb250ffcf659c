#include "services/platform/rpc/grpc_status.h"

#include <string>

#include "services/platform/base/status.h"

namespace academy {

// Both libraries use the same numbers by design.
grpc::Status ToGrpc(const absl::Status& status) {
  if (status.ok()) return grpc::Status::OK;
  return grpc::Status(static_cast<grpc::StatusCode>(status.code()), std::string(MessageOf(status)),
                      SerializeDetail(status));
}

absl::Status FromGrpc(const grpc::Status& status) {
  if (status.ok()) return absl::OkStatus();
  absl::Status result(static_cast<absl::StatusCode>(status.error_code()), status.error_message());
  AttachSerializedDetail(result, status.error_details());
  return result;
}

}  // namespace academy
