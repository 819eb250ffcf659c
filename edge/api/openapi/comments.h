// What the comments of the protos say, beside the descriptors that protobuf has at run time without them.
//
// Immutable after Load, so thread-safe. Comments are read as prose, and for four things that a compiler does not need
// but a reader of the REST API does:
//   - of an rpc, `Returns NOT_FOUND user_not_found, INVALID_ARGUMENT validation_failed.`: the errors, by gRPC code and
//     reason; `Errors as CreateCourse, and ...` takes those of another rpc of the same service;
//   - of a request's field, `Required` at the beginning;
//   - of a text field, `One of a, b or c` at the beginning: the only words it can be;
//   - of a message field of an answer, `Null` or `null`: it is not always there.
#pragma once

#include <google/protobuf/descriptor.h>

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::edge {

// One error of a call.
struct ListedError {
  absl::StatusCode code = absl::StatusCode::kUnknown;
  std::string reason;

  friend bool operator==(const ListedError&, const ListedError&) = default;
};

class Comments {
 public:
  // Reads a serialized FileDescriptorSet made with --include_source_info. INTERNAL when it is none.
  static absl::StatusOr<Comments> Load(std::string_view descriptor_set);
  // Of the academy's own protos, as they were when this program was built.
  static absl::StatusOr<Comments> LoadOwn();

  // The comment of a message, field, service or rpc by its full name, as one line a paragraph; empty without one.
  const std::string& Of(const std::string& full_name) const;
  // What stands above `syntax`.
  const std::string& OfFile(const std::string& path) const { return Of("file:" + path); }

  // What an rpc's comment says it fails with. NOT_FOUND unknown_rpc for an rpc that is not among these protos.
  absl::StatusOr<std::vector<ListedError>> ErrorsOf(const google::protobuf::MethodDescriptor* method) const;

 private:
  Comments() = default;

  std::map<std::string, std::string> by_name_;
};

// The parts of a comment; pure.

// What it says beside what the document has a form of its own for.
std::string ProseOf(const std::string& comment);
std::string FirstSentence(const std::string& prose);
bool SaysRequired(const std::string& comment);
bool SaysNull(const std::string& comment);
// Words of `One of ...`; empty without it.
std::vector<std::string> WordsOf(const std::string& comment);

}  // namespace academy::edge
