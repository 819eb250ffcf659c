#include "services/platform/rpc/method.h"

namespace academy {

using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

RpcMethod FindRpcMethod(const google::protobuf::Descriptor* request, const char* name) {
  for (int i = 0; i < request->file()->service_count(); ++i) {
    const ServiceDescriptor* service = request->file()->service(i);
    const MethodDescriptor* method = service->FindMethodByName(name);
    if (method == nullptr || method->input_type() != request) continue;
    const google::protobuf::MethodOptions& options = method->options();
    RpcMethod found{.name = name, .service = service->full_name(), .access = options.GetExtension(common::v1::access)};
    for (int j = 0; j < options.ExtensionSize(common::v1::callers); ++j) {
      found.callers.emplace_back(options.GetExtension(common::v1::callers, j));
    }
    return found;
  }
  return {.name = name};
}

Role LeastRole(common::v1::Access access) {
  switch (access) {
    case common::v1::ACCESS_SUPPORT:
      return Role::kSupport;
    case common::v1::ACCESS_MANAGERS:
      return Role::kManager;
    case common::v1::ACCESS_OWNERS:
      return Role::kOwner;
    default:
      return Role::kNone;
  }
}

absl::Status RequireAccess(const Caller& caller, const RpcMethod& method) {
  switch (method.access) {
    case common::v1::ACCESS_PUBLIC:
      return absl::OkStatus();
    case common::v1::ACCESS_LEARNERS:
      return RequireLearner(caller);
    case common::v1::ACCESS_SUPPORT:
    case common::v1::ACCESS_MANAGERS:
    case common::v1::ACCESS_OWNERS:
      return RequireRole(caller, LeastRole(method.access));
    default:
      return RequireService(caller, method.callers);
  }
}

}  // namespace academy
