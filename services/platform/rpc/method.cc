#include "services/platform/rpc/method.h"

namespace academy {

using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

RpcMethod FindRpcMethod(const google::protobuf::Descriptor* request, const char* name) {
  for (int i = 0; i < request->file()->service_count(); ++i) {
    const ServiceDescriptor* service = request->file()->service(i);
    const MethodDescriptor* method = service->FindMethodByName(name);
    if (method == nullptr || method->input_type() != request) continue;
    return {.name = name, .access = method->options().GetExtension(common::v1::access)};
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

absl::Status RequireAccess(const Caller& caller, common::v1::Access access) {
  switch (access) {
    case common::v1::ACCESS_PUBLIC:
      return absl::OkStatus();
    case common::v1::ACCESS_LEARNERS:
      return RequireLearner(caller);
    case common::v1::ACCESS_SUPPORT:
    case common::v1::ACCESS_MANAGERS:
    case common::v1::ACCESS_OWNERS:
      return RequireRole(caller, LeastRole(access));
    default:
      return RequireService(caller);
  }
}

}  // namespace academy
