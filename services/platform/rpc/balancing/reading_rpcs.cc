#include "services/platform/rpc/balancing/reading_rpcs.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor_database.h>

#include <algorithm>

namespace academy {

using google::protobuf::DescriptorPool;
using google::protobuf::FileDescriptor;
using google::protobuf::MethodDescriptor;
using google::protobuf::ServiceDescriptor;

bool OnlyReads(std::string_view rpc) {
  constexpr std::string_view kReading[] = {"Get", "List", "Check", "BatchGet", "Find"};
  return std::any_of(std::begin(kReading), std::end(kReading),
                     [&](std::string_view verb) { return rpc.starts_with(verb); });
}

std::vector<std::string> ReadingRpcsOf(std::string_view service) {
  // The pool finds a file by its name only; its database knows the names.
  std::vector<std::string> files;
  DescriptorPool::internal_generated_database()->FindAllFileNames(&files);
  const std::string folder = std::string("academy/").append(service).append("/v1/");
  std::vector<std::string> rpcs;
  for (const std::string& name : files) {
    if (!name.starts_with(folder)) continue;
    const FileDescriptor* file = DescriptorPool::generated_pool()->FindFileByName(name);
    for (int i = 0; file != nullptr && i < file->service_count(); ++i) {
      const ServiceDescriptor* each = file->service(i);
      for (int j = 0; j < each->method_count(); ++j) {
        const MethodDescriptor* method = each->method(j);
        if (method->client_streaming() || method->server_streaming() || !OnlyReads(method->name())) continue;
        rpcs.push_back(each->full_name() + "/" + method->name());
      }
    }
  }
  std::sort(rpcs.begin(), rpcs.end());
  return rpcs;
}

}  // namespace academy
