// Raw rpcs for long responses, which are written in serialized form row by row instead of as a message of thousands of
// small objects. Clients receive the same bytes either way.
//
// Thread-safe.
#pragma once

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message_lite.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/proto_buffer_reader.h>
#include <grpcpp/support/slice.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "services/platform/base/status.h"
#include "services/platform/rpc/handler.h"

namespace academy {

// Appends the tag and length of a length-delimited field (https://protobuf.dev/programming-guides/encoding); the caller
// appends its `size` bytes.
inline void AppendFieldHead(int number, size_t size, std::string& wire) {
  using google::protobuf::io::CodedOutputStream;
  uint8_t head[16];
  uint8_t* end = CodedOutputStream::WriteVarint32ToArray(static_cast<uint32_t>(number) << 3 | 2, head);
  end = CodedOutputStream::WriteVarint64ToArray(size, end);
  wire.append(reinterpret_cast<const char*>(head), static_cast<size_t>(end - head));
}

// Appends `text` as the field `number`; nothing if it is empty, as in proto3.
inline void AppendTextField(int number, std::string_view text, std::string& wire) {
  if (text.empty()) return;
  AppendFieldHead(number, text.size(), wire);
  wire += text;
}

// Appends `value` as the integer field `number`; nothing if it is 0, as in proto3.
inline void AppendNumberField(int number, int64_t value, std::string& wire) {
  using google::protobuf::io::CodedOutputStream;
  if (value == 0) return;
  uint8_t field[16];
  uint8_t* end = CodedOutputStream::WriteVarint32ToArray(static_cast<uint32_t>(number) << 3, field);
  end = CodedOutputStream::WriteVarint64ToArray(static_cast<uint64_t>(value), end);
  wire.append(reinterpret_cast<const char*>(field), static_cast<size_t>(end - field));
}

// Appends `message` as the field `number`.
inline void AppendField(int number, const google::protobuf::MessageLite& message, std::string& wire) {
  AppendFieldHead(number, message.ByteSizeLong(), wire);
  message.AppendPartialToString(&wire);
}

// Wraps `bytes` without copying them.
inline grpc::ByteBuffer ToBuffer(std::shared_ptr<const std::string> bytes) {
  auto* owner = new std::shared_ptr<const std::string>(std::move(bytes));
  // gRPC only reads them.
  grpc::Slice slice(
      const_cast<char*>((*owner)->data()), (*owner)->size(),
      [](void* held) { delete static_cast<std::shared_ptr<const std::string>*>(held); }, owner);
  return grpc::ByteBuffer(&slice, 1);
}

inline grpc::ByteBuffer ToBuffer(std::string bytes) {
  return ToBuffer(std::make_shared<const std::string>(std::move(bytes)));
}

// Parses a request. INVALID_ARGUMENT bad_request if `bytes` are not a valid message.
template <typename Request>
absl::StatusOr<Request> ParseRequest(const grpc::ByteBuffer& bytes) {
  Request request;
  grpc::ByteBuffer copy = bytes;
  grpc::ProtoBufferReader reader(&copy);
  if (!reader.status().ok() || !request.ParseFromZeroCopyStream(&reader)) {
    return Error(absl::StatusCode::kInvalidArgument, "bad_request", "The request could not be understood");
  }
  return request;
}

// Like ACADEMY_RPC, for a class that derives from its service's WithRawCallbackMethod_<Method> and whose handler method
// returns absl::StatusOr<grpc::ByteBuffer>.
#define ACADEMY_RAW_RPC(executor, Method, Request)                                                                 \
  grpc::ServerUnaryReactor* Method(grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,          \
                                   grpc::ByteBuffer* response) override {                                          \
    static const academy::RpcMethod rpc = academy::FindRpcMethod(Request::descriptor(), #Method);                  \
    return rpc_.Run(                                                                                               \
        executor, context, *request, *response,                                                                    \
        [this](const academy::Caller& caller, const grpc::ByteBuffer& bytes) -> absl::StatusOr<grpc::ByteBuffer> { \
          absl::StatusOr<Request> message = academy::ParseRequest<Request>(bytes);                                 \
          if (!message.ok()) return message.status();                                                              \
          return Method(caller, *message);                                                                         \
        },                                                                                                         \
        rpc);                                                                                                      \
  }

}  // namespace academy
