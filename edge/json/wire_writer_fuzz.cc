#include <google/protobuf/message.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "academy/auth/v1/learners.pb.h"
#include "academy/auth/v1/sessions.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"
#include "edge/json/wire_writer.h"
#include "edge/json/writer.h"
#include "services/platform/encoding/utf8.h"
#include "services/platform/fuzzing/fuzz.h"

namespace {

const google::protobuf::Message& PrototypeOf(uint8_t number) {
  switch (number % 5) {
    case 0:
      return academy::auth::v1::ListLearnersResponse::default_instance();
    case 1:
      return academy::enrollment::v1::GetMyCourseResponse::default_instance();
    case 2:
      return academy::catalog::v1::ListCoursesResponse::default_instance();
    case 3:
      return academy::enrollment::v1::UpdateProgressRequest::default_instance();
    default:
      return academy::catalog::v1::UpdateCourseRequest::default_instance();
  }
}

}  // namespace

// The first byte names the message.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  academy::fuzz::Input input(data, size);
  const google::protobuf::Message& prototype = PrototypeOf(input.Byte());
  std::string_view wire = input.Rest();
  const std::string before = "before";
  std::string written = before;
  bool done = academy::edge::AppendJsonOfWire(prototype.GetDescriptor(), wire, written);
  FUZZ_CHECK(written.starts_with(before));
  if (!done) {
    FUZZ_CHECK(written == before);
    return 0;
  }
  FUZZ_CHECK(academy::IsUtf8(written));
  // The same as by the message, where protobuf takes the bytes: it refuses some that this way need not look at.
  std::unique_ptr<google::protobuf::Message> message(prototype.New());
  if (!message->ParseFromArray(wire.data(), static_cast<int>(wire.size()))) return 0;
  std::string expected = before;
  academy::edge::AppendJson(*message, expected);
  if (written == expected) return 0;
  // A map may come in any order, and its keys twice.
  auto value = [&](const std::string& json) {
    return nlohmann::json::parse(json.substr(before.size()), nullptr, /*allow_exceptions=*/false);
  };
  FUZZ_CHECK(!value(expected).is_discarded() && value(written) == value(expected));
  return 0;
}

namespace academy::fuzz {

std::vector<Hostile> HostileInputs() {
  const std::string learners(1, '\0');
  const std::string progress(1, '\3');
  using namespace std::string_literals;
  return {
      {.name = "unknown_fields", .head = learners, .piece = "\xf8\x01\x00"s, .tail = ""},
      {.name = "one_text", .head = learners, .piece = "\x0a\x01x"s, .tail = ""},
      {.name = "empty_elements", .head = learners, .piece = "\x12\x00"s, .tail = ""},
      {.name = "tuples", .head = progress, .piece = "\x22\x00"s, .tail = ""},
      {.name = "cut_varint", .head = learners, .piece = "\x80"s, .tail = ""},
  };
}

}  // namespace academy::fuzz
