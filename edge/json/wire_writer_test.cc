// The JSON written from the wire format equals the JSON of the parsed message.
#include "edge/json/wire_writer.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "academy/auth/v1/learners.pb.h"
#include "academy/auth/v1/sessions.pb.h"
#include "academy/catalog/v1/courses.pb.h"
#include "academy/enrollment/v1/watching.pb.h"
#include "edge/json/writer.h"

namespace academy::edge {
namespace {

void ExpectTheSame(const google::protobuf::Message& message) {
  std::string parsed;
  AppendJson(message, parsed);
  std::string streamed = "before ";
  EXPECT_TRUE(AppendJsonOfWire(message.GetDescriptor(), message.SerializeAsString(), streamed));
  EXPECT_EQ(streamed, "before " + parsed);
}

bool Writes(const google::protobuf::Descriptor* descriptor, const std::string& wire) {
  std::string out = "before";
  bool written = AppendJsonOfWire(descriptor, wire, out);
  if (!written) {
    EXPECT_EQ(out, "before") << "what failed leaves nothing";
  }
  return written;
}

TEST(WireWriterTest, WritesListsWithAbsentAndPresentFields) {
  auth::v1::ListLearnersResponse response;
  ExpectTheSame(response);
  response.set_message("Fetched");
  for (int i = 0; i < 3; ++i) {
    auth::v1::Learner& learner = *response.add_result();
    learner.set_id("id" + std::to_string(i));
    learner.set_fullname(i == 1 ? "فاطمة \"الزهراء\"\n" : "Fatimah");
    learner.set_active(i != 2);
    if (i == 0) learner.set_last_login("2026-01-01T08:00:00.000Z");
  }
  ExpectTheSame(response);
  response.set_total(3'000'000'000);
  ExpectTheSame(response);
  response.set_next_cursor("c");
  ExpectTheSame(response);
}

TEST(WireWriterTest, WritesTuplesListMessagesMapsAndNumbers) {
  enrollment::v1::UpdateProgressRequest progress;
  for (double from : {0.0, 0.1, 1e300, std::numeric_limits<double>::infinity()}) progress.add_watched()->set_from(from);
  ExpectTheSame(progress);

  catalog::v1::UpdateCourseRequest update;
  ExpectTheSame(update);
  update.mutable_parts();
  ExpectTheSame(update);
  update.mutable_parts()->add_parts()->set_title("one");
  update.mutable_parts()->add_parts()->mutable_video()->set_progress(-7);
  ExpectTheSame(update);

  enrollment::v1::GetMyCourseResponse course;
  course.mutable_result()->mutable_progress()->add_parts()->set_percent(100);
  (*course.mutable_result()->mutable_playback())["p\"1"].set_hls("/media/t/master.m3u8");
  ExpectTheSame(course);
  // An entry whose key and value are defaults.
  course.mutable_result()->clear_playback();
  (*course.mutable_result()->mutable_playback())[""];
  ExpectTheSame(course);

  catalog::v1::CreateCourseRequest bytes;
  bytes.set_image(std::string("\0\xff\x80", 3));
  ExpectTheSame(bytes);

  auth::v1::CheckSessionResponse session;
  session.set_kind(auth::v1::SESSION_KIND_LEARNER);
  ExpectTheSame(session);
}

TEST(WireWriterTest, TakesFieldsInAnyOrder) {
  auth::v1::ListLearnersResponse list;
  list.add_result()->set_id("a");
  list.add_result()->set_id("b");
  auth::v1::ListLearnersResponse rest;
  rest.set_message("Fetched");
  rest.set_total(2);
  std::string expected;
  auth::v1::ListLearnersResponse whole = list;
  whole.MergeFrom(rest);
  AppendJson(whole, expected);
  for (const std::string& wire :
       {rest.SerializeAsString() + list.SerializeAsString(), list.SerializeAsString() + rest.SerializeAsString()}) {
    std::string out;
    ASSERT_TRUE(AppendJsonOfWire(list.GetDescriptor(), wire, out));
    EXPECT_EQ(out, expected);
  }
}

TEST(WireWriterTest, LeavesToTheParserWhatItCannotDo) {
  auth::v1::ListLearnersResponse list;
  list.add_result()->set_id("a");
  auth::v1::ListLearnersResponse rest;
  rest.set_message("Fetched");
  // A list in two places.
  EXPECT_FALSE(
      Writes(list.GetDescriptor(), list.SerializeAsString() + rest.SerializeAsString() + list.SerializeAsString()));
  // A message field that occurs twice must be merged.
  catalog::v1::CreateCourseResponse course;
  course.mutable_result()->set_title("one");
  EXPECT_FALSE(Writes(course.GetDescriptor(), course.SerializeAsString() + course.SerializeAsString()));
  auth::v1::CheckSessionResponse session;
  session.set_kind(static_cast<auth::v1::SessionKind>(99));
  EXPECT_FALSE(Writes(session.GetDescriptor(), session.SerializeAsString()));
}

TEST(WireWriterTest, RefusesEveryCutAndWrongTypes) {
  auth::v1::ListLearnersResponse response;
  response.set_message("m");
  response.add_result()->set_fullname("Fatimah");
  response.set_total(300);
  std::string wire = response.SerializeAsString();
  std::string whole;
  ASSERT_TRUE(AppendJsonOfWire(response.GetDescriptor(), wire, whole));
  for (size_t size = 0; size < wire.size(); ++size) {
    std::string out;
    // A cut between fields is a shorter message; any other is refused.
    bool written = AppendJsonOfWire(response.GetDescriptor(), wire.substr(0, size), out);
    EXPECT_EQ(written, response.ParseFromString(wire.substr(0, size))) << size;
  }
  // `message` as a number, and as a group.
  EXPECT_FALSE(Writes(response.GetDescriptor(), std::string("\x08\x01", 2)));
  EXPECT_FALSE(Writes(response.GetDescriptor(), std::string("\x0b\x0c", 2)));
  EXPECT_FALSE(Writes(response.GetDescriptor(), std::string(11, '\xff')));
}

TEST(WireWriterTest, PassesOverUnknownFields) {
  auth::v1::ListLearnersResponse response;
  response.set_message("m");
  std::string expected;
  AppendJson(response, expected);
  // Numbers 15 and 2000.
  std::string wire = response.SerializeAsString() + std::string("\x78\x05\x82\x7d\x02hi", 7);
  std::string out;
  ASSERT_TRUE(AppendJsonOfWire(response.GetDescriptor(), wire, out));
  EXPECT_EQ(out, expected);
}

}  // namespace
}  // namespace academy::edge
