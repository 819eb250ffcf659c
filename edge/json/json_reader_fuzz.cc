#include <google/protobuf/message.h>
#include <google/protobuf/util/message_differencer.h>

#include "academy/auth/v1/learners.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"
#include "edge/json/reader.h"
#include "edge/json/writer.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

namespace {

// Texts, numbers, lists, tuples, lists that may be absent, bytes.
void Read(google::protobuf::Message& message, google::protobuf::Message& again, std::string_view text) {
  absl::Status status = academy::edge::ReadJson(text, message);
  if (!status.ok()) {
    FUZZ_CHECK(status.code() == absl::StatusCode::kInvalidArgument);
    FUZZ_CHECK(academy::IsUtf8(std::string_view(status.message().data(), status.message().size())));
    return;
  }
  std::string json;
  academy::edge::AppendJson(message, json);
  FUZZ_CHECK(academy::IsUtf8(json));
  status = academy::edge::ReadJson(json, again);
  FUZZ_CHECK(status.ok());
  FUZZ_CHECK(google::protobuf::util::MessageDifferencer::Equals(message, again));
}

template <typename Message>
void ReadAs(std::string_view text) {
  Message message, again;
  Read(message, again, text);
}

}  // namespace

// The first byte names the message.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  switch (input.Byte() % 6) {
    case 0:
      ReadAs<academy::auth::v1::UpdateLearnerRequest>(input.Rest());
      break;
    case 1:
      ReadAs<academy::auth::v1::ListLearnersRequest>(input.Rest());
      break;
    case 2:
      ReadAs<academy::auth::v1::UpdateActivationRequest>(input.Rest());
      break;
    case 3:
      ReadAs<academy::catalog::v1::UpdateCourseRequest>(input.Rest());
      break;
    case 4:
      ReadAs<academy::enrollment::v1::UpdateProgressRequest>(input.Rest());
      break;
    default:
      ReadAs<academy::catalog::v1::UpdateCourseImageRequest>(input.Rest());
  }
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string learner(1, '\0');
  const std::string course(1, '\3');
  const std::string progress(1, '\4');
  return {
      {.name = "unknown_fields", .head = learner + "{", .piece = "\"#\":0,", .tail = "\"b\":0}", .step = 1},
      {.name = "one_field", .head = learner + "{", .piece = "\"email\":\"a\",", .tail = "\"email\":\"b\"}"},
      {.name = "one_list", .head = course + "{", .piece = "\"parts\":[{}],", .tail = "\"parts\":[]}"},
      {.name = "parts", .head = course + "{\"parts\":[", .piece = "{},", .tail = "{}]}"},
      {.name = "intervals", .head = progress + "{\"watched\":[", .piece = "[0,1],", .tail = "[2,3]]}"},
      {.name = "escapes", .head = learner + "{\"email\":\"", .piece = "\\u0041", .tail = "\"}"},
      {.name = "digits", .head = progress + "{\"position\":1", .piece = "0", .tail = "}"},
      {.name = "fraction", .head = progress + "{\"position\":1.", .piece = "0", .tail = "1}"},
      {.name = "brackets", .head = learner + "{\"x\":", .piece = "[", .tail = ""},
      {.name = "white_space", .head = learner, .piece = " ", .tail = "{}"},
  };
}

}  // namespace academy::fuzz
