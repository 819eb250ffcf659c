#include "edge/api/openapi/comments.h"

#include <google/protobuf/descriptor.pb.h>

#include <algorithm>
#include <array>
#include <utility>

#include "edge/api/openapi/embedded.h"
#include "services/platform/base/status.h"

namespace academy::edge {
namespace {

using google::protobuf::DescriptorProto;
using google::protobuf::FileDescriptorProto;
using google::protobuf::FileDescriptorSet;

// The path of an element in its file, as in SourceCodeInfo: field numbers of descriptor.proto and indices.
using Path = std::vector<int>;

Path Below(Path path, int field, int index) {
  path.push_back(field);
  path.push_back(index);
  return path;
}

// Joins the lines of each paragraph, dropping the space that follows `//`.
std::string Unwrapped(std::string_view comment) {
  std::string text;
  while (!comment.empty()) {
    std::string_view line = comment.substr(0, comment.find('\n'));
    comment.remove_prefix(std::min(comment.size(), line.size() + 1));
    while (line.starts_with(' ')) line.remove_prefix(1);
    while (line.ends_with(' ')) line.remove_suffix(1);
    if (line.empty()) {
      text += text.empty() ? "" : "\n";
    } else {
      text += text.empty() || text.ends_with('\n') ? "" : " ";
      text += line;
    }
  }
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

class Reader {
 public:
  Reader(const FileDescriptorProto& file, std::map<std::string, std::string>& by_name) : by_name_(by_name) {
    for (const auto& location : file.source_code_info().location()) {
      const std::string& comment =
          location.has_leading_comments() ? location.leading_comments() : location.trailing_comments();
      if (!comment.empty()) comments_[Path(location.path().begin(), location.path().end())] = Unwrapped(comment);
    }
    Keep("file:" + file.name(), {FileDescriptorProto::kSyntaxFieldNumber});
    for (int i = 0; i < file.message_type_size(); ++i) {
      Read(file.package(), file.message_type(i), {FileDescriptorProto::kMessageTypeFieldNumber, i});
    }
    for (int i = 0; i < file.service_size(); ++i) {
      const auto& service = file.service(i);
      std::string name = file.package() + "." + service.name();
      Path path = {FileDescriptorProto::kServiceFieldNumber, i};
      Keep(name, path);
      for (int j = 0; j < service.method_size(); ++j) {
        Keep(name + "." + service.method(j).name(),
             Below(path, google::protobuf::ServiceDescriptorProto::kMethodFieldNumber, j));
      }
    }
  }

 private:
  void Read(const std::string& scope, const DescriptorProto& message, const Path& path) {
    std::string name = scope + "." + message.name();
    Keep(name, path);
    for (int i = 0; i < message.field_size(); ++i) {
      Keep(name + "." + message.field(i).name(), Below(path, DescriptorProto::kFieldFieldNumber, i));
    }
    for (int i = 0; i < message.nested_type_size(); ++i) {
      Read(name, message.nested_type(i), Below(path, DescriptorProto::kNestedTypeFieldNumber, i));
    }
  }
  // Elements without a comment are kept too, so that a known name differs from an unknown one.
  void Keep(std::string name, const Path& path) { by_name_[std::move(name)] = std::move(comments_[path]); }

  std::map<std::string, std::string>& by_name_;
  std::map<Path, std::string> comments_;
};

constexpr std::array<std::pair<std::string_view, absl::StatusCode>, 15> kCodes = {{
    {"INVALID_ARGUMENT", absl::StatusCode::kInvalidArgument},
    {"UNAUTHENTICATED", absl::StatusCode::kUnauthenticated},
    {"PERMISSION_DENIED", absl::StatusCode::kPermissionDenied},
    {"NOT_FOUND", absl::StatusCode::kNotFound},
    {"ALREADY_EXISTS", absl::StatusCode::kAlreadyExists},
    {"FAILED_PRECONDITION", absl::StatusCode::kFailedPrecondition},
    {"ABORTED", absl::StatusCode::kAborted},
    {"OUT_OF_RANGE", absl::StatusCode::kOutOfRange},
    {"UNIMPLEMENTED", absl::StatusCode::kUnimplemented},
    {"RESOURCE_EXHAUSTED", absl::StatusCode::kResourceExhausted},
    {"UNAVAILABLE", absl::StatusCode::kUnavailable},
    {"DEADLINE_EXCEEDED", absl::StatusCode::kDeadlineExceeded},
    {"INTERNAL", absl::StatusCode::kInternal},
    {"DATA_LOSS", absl::StatusCode::kDataLoss},
    {"CANCELLED", absl::StatusCode::kCancelled},
}};

bool IsWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

// The words (letters, digits, `_` and `-`) of a text, each with the characters between it and the next word.
std::vector<std::pair<std::string, std::string>> Words(std::string_view text) {
  std::vector<std::pair<std::string, std::string>> words;
  size_t at = 0;
  while (at < text.size()) {
    size_t start = at;
    while (at < text.size() && IsWord(text[at])) ++at;
    std::string word(text.substr(start, at - start));
    start = at;
    while (at < text.size() && !IsWord(text[at])) ++at;
    if (!word.empty()) words.emplace_back(std::move(word), text.substr(start, at - start));
  }
  return words;
}

// A reason has at least two words joined by `_`, which tells it apart from prose.
bool IsReason(const std::string& word) {
  return word.find('_') != word.npos && std::all_of(word.begin(), word.end(), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
         });
}

std::vector<std::string> Sentences(const std::string& text) {
  std::vector<std::string> sentences;
  size_t start = 0;
  while (start < text.size()) {
    size_t end = text.find(". ", start);
    size_t paragraph = text.find('\n', start);
    size_t stop = std::min(end == text.npos ? text.size() : end + 1, paragraph == text.npos ? text.size() : paragraph);
    sentences.push_back(text.substr(start, stop - start));
    start = stop + 1;
  }
  return sentences;
}

// Sentences that the document expresses in another form: errors, callers, `Required`.
bool IsSaidElsewhere(const std::string& sentence) {
  return sentence.starts_with("Returns ") || sentence.starts_with("Errors as ") || sentence == "Managers only." ||
         sentence == "Managers and services only." || sentence == "Required.";
}

}  // namespace

absl::StatusOr<Comments> Comments::Load(std::string_view descriptor_set) {
  FileDescriptorSet files;
  if (!files.ParseFromArray(descriptor_set.data(), static_cast<int>(descriptor_set.size()))) {
    return Error(absl::StatusCode::kInternal, "descriptors_invalid", "The embedded descriptors cannot be read");
  }
  Comments comments;
  for (const FileDescriptorProto& file : files.file()) Reader(file, comments.by_name_);
  return comments;
}

absl::StatusOr<Comments> Comments::LoadOwn() { return Load(EmbeddedDescriptors()); }

const std::string& Comments::Of(const std::string& full_name) const {
  static const std::string& none = *new std::string;
  auto found = by_name_.find(full_name);
  return found == by_name_.end() ? none : found->second;
}

absl::StatusOr<std::vector<ListedError>> Comments::ErrorsOf(const google::protobuf::MethodDescriptor* method) const {
  auto found = by_name_.find(method->full_name());
  if (found == by_name_.end()) {
    return Error(absl::StatusCode::kNotFound, "unknown_rpc",
                 method->full_name() + " is not among the protos that //edge/openapi embeds");
  }
  std::vector<ListedError> errors;
  auto add = [&](ListedError error) {
    if (std::find(errors.begin(), errors.end(), error) == errors.end()) errors.push_back(std::move(error));
  };
  absl::StatusCode code = absl::StatusCode::kOk;
  bool after_errors = false;
  bool after_as = false;
  for (const auto& [word, gap] : Words(found->second)) {
    if (after_as) {
      const auto* other = method->service()->FindMethodByName(word);
      if (other == nullptr || other == method) {
        return Error(absl::StatusCode::kNotFound, "unknown_rpc", method->full_name() + " has the errors of " + word);
      }
      ASSIGN_OR_RETURN(std::vector<ListedError> others, ErrorsOf(other));
      for (ListedError& error : others) add(std::move(error));
    }
    after_as = after_errors && word == "as";
    after_errors = word == "Errors";
    auto known =
        std::find_if(kCodes.begin(), kCodes.end(), [&word = word](const auto& entry) { return entry.first == word; });
    if (known != kCodes.end()) {
      code = known->second;
    } else if (code != absl::StatusCode::kOk && IsReason(word)) {
      add({code, word});
    }
    if (gap.starts_with('.')) code = absl::StatusCode::kOk;
  }
  return errors;
}

std::string ProseOf(const std::string& comment) {
  std::string prose;
  for (std::string& sentence : Sentences(comment)) {
    if (IsSaidElsewhere(sentence)) continue;
    for (std::string_view start : {"Required; ", "Required: "}) {
      if (sentence.starts_with(start)) sentence.erase(0, start.size());
    }
    prose += (prose.empty() ? "" : " ") + sentence;
  }
  return prose;
}

std::string FirstSentence(const std::string& prose) {
  std::vector<std::string> sentences = Sentences(prose);
  if (sentences.empty()) return "";
  std::string first = std::move(sentences.front());
  if (first.ends_with('.')) first.pop_back();
  return first;
}

bool SaysRequired(const std::string& comment) { return comment.starts_with("Required"); }

bool SaysNull(const std::string& comment) {
  for (const auto& [word, gap] : Words(comment)) {
    if (word == "null" || word == "Null") return true;
  }
  return false;
}

std::vector<std::string> WordsOf(const std::string& comment) {
  std::vector<std::string> words;
  for (const std::string& sentence : Sentences(comment)) {
    if (!sentence.starts_with("One of ")) continue;
    std::string list = sentence.substr(7);
    // Prose follows the comma-separated list.
    list = list.substr(0, list.find_first_of(";:("));
    for (const auto& [word, gap] : Words(list)) {
      if (word != "or" && word != "and") words.push_back(word);
    }
  }
  return words;
}

}  // namespace academy::edge
