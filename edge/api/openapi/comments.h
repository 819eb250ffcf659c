// The comments of the protos, which protobuf's run-time descriptors do not have.
//
// Immutable after Load, so thread-safe. Comments are read as prose, and for four facts that readers of the REST API
// need:
//   - in an rpc, `Returns NOT_FOUND user_not_found, INVALID_ARGUMENT validation_failed.`: its errors, by gRPC code and
//     reason; `Errors as CreateCourse, and ...` adds those of another rpc of the same service;
//   - in a request's field, `Required` at the beginning;
//   - in a text field, `One of a, b or c` at the beginning: the only values it can have;
//   - in a message field of an answer, `Null` or `null`: the field may be absent.
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
  // Reads a serialized FileDescriptorSet made with --include_source_info. INTERNAL descriptors_invalid when it cannot
  // be read.
  static absl::StatusOr<Comments> Load(std::string_view descriptor_set);
  // Reads the descriptors of the academy's own protos, which are embedded in this program.
  static absl::StatusOr<Comments> LoadOwn();

  // The comment of a message, field, service or rpc by its full name, one line per paragraph; empty if it has none.
  const std::string& Of(const std::string& full_name) const;
  // The comment above the file's `syntax`.
  const std::string& OfFile(const std::string& path) const { return Of("file:" + path); }

  // The errors that an rpc's comment lists. NOT_FOUND unknown_rpc for an rpc that is not in these protos.
  absl::StatusOr<std::vector<ListedError>> ErrorsOf(const google::protobuf::MethodDescriptor* method) const;

 private:
  Comments() = default;

  std::map<std::string, std::string> by_name_;
};

// Pure functions that read one comment.

// The comment without the sentences that the document expresses in another form (errors, callers, `Required`).
std::string ProseOf(const std::string& comment);
std::string FirstSentence(const std::string& prose);
bool SaysRequired(const std::string& comment);
bool SaysNull(const std::string& comment);
// The words of `One of ...`; empty without such a sentence.
std::vector<std::string> WordsOf(const std::string& comment);

}  // namespace academy::edge
