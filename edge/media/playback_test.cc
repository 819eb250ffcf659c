#include "edge/media/playback.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/time/clock.h"
#include "edge/http/testing/http_client.h"
#include "edge/media/testing/fake_academy.h"
#include "edge/media/testing/media_edge.h"
#include "services/common/media_token.h"

namespace academy::edge {
namespace {

constexpr UnixMillis kHour = 60 * 60 * 1000;
constexpr char kSegment[] = "0123456789abcdefghij";

class PlaybackTest : public testing::Test {
 protected:
  PlaybackTest() : edge_(academy_), client_(edge_.port()), tokens_(kFakeCredential) {
    academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "learner", "session");
    Assign(-kHour, kHour);
    academy_.SetKey("asset", "0123456789abcdef");
    Put("media/asset/master.m3u8", "#EXTM3U\n");
    Put("media/asset/v0/seg-00000.m4s", kSegment);
    Put("media/asset/v0/notes.txt", "not for players");
    Put("images/one.webp", "a picture");
  }

  void Put(const std::string& key, const std::string& content) { ASSERT_TRUE(edge_.blobs().Put(key, content).ok()); }

  // From and to are relative to now.
  void Assign(UnixMillis from, UnixMillis to) {
    enrollment::v1::GetAccessResponse access;
    access.set_learner_id("learner");
    access.set_start_ms(edge_.clock().Now() + from);
    access.set_expiry_ms(edge_.clock().Now() + to);
    academy_.Assign("assignment", access);
  }

  MediaGrant Grant() {
    return {.session_id = "session",
            .learner_id = "learner",
            .assignment_id = "assignment",
            .asset_id = "asset",
            .expires_at = edge_.clock().Now() + 12 * kHour};
  }

  HttpResponse Get(const MediaGrant& grant, const std::string& path, const std::vector<std::string>& fields = {}) {
    return client_.Call("GET", "/media/" + tokens_.Mint(grant) + "/" + path, fields);
  }
  HttpResponse Segment(const std::vector<std::string>& fields = {}, std::string_view method = "GET") {
    return client_.Call(method, "/media/" + tokens_.Mint(Grant()) + "/v0/seg-00000.m4s", fields);
  }

  // Asks until the answer is `status`, or for 10 s; what a feed tells takes a moment.
  int AwaitStatus(int status) {
    absl::Time deadline = absl::Now() + absl::Seconds(10);
    int last = Segment().status;
    while (last != status && absl::Now() < deadline) last = Segment().status;
    return last;
  }

  FakeAcademy academy_;
  MediaEdge edge_;
  HttpClient client_;
  const MediaTokens tokens_;
};

TEST_F(PlaybackTest, AFileOfTheAssetIsSentWithItsType) {
  HttpResponse segment = Segment();
  EXPECT_EQ(segment.status, 200);
  EXPECT_EQ(segment.body, kSegment);
  EXPECT_EQ(segment.fields["content-type"], "video/iso.segment");
  EXPECT_EQ(segment.fields["x-content-type-options"], "nosniff");
  EXPECT_EQ(segment.fields["accept-ranges"], "bytes");
  EXPECT_EQ(segment.fields["cache-control"], "private, max-age=600");
  HttpResponse playlist = Get(Grant(), "master.m3u8");
  EXPECT_EQ(playlist.body, "#EXTM3U\n");
  EXPECT_EQ(playlist.fields["content-type"], "application/vnd.apple.mpegurl");
  EXPECT_EQ(playlist.fields["cache-control"], "no-store");
}

TEST_F(PlaybackTest, TheKeyComesFromCatalog) {
  HttpResponse key = Get(Grant(), "key");
  EXPECT_EQ(key.status, 200);
  EXPECT_EQ(key.body, "0123456789abcdef");
  EXPECT_EQ(key.fields["cache-control"], "no-store");
  MediaGrant other = Grant();
  other.asset_id = "unknown";
  EXPECT_EQ(Get(other, "key").status, 404);
}

TEST_F(PlaybackTest, OneRangeIsSentAndMoreAreNot) {
  HttpResponse middle = Segment({"Range: bytes=10-12"});
  EXPECT_EQ(middle.status, 206);
  EXPECT_EQ(middle.body, "abc");
  EXPECT_EQ(middle.fields["content-range"], "bytes 10-12/20");
  EXPECT_EQ(Segment({"Range: bytes=-3"}).body, "hij");
  EXPECT_EQ(Segment({"Range: bytes=18-"}).body, "ij");
  EXPECT_EQ(Segment({"Range: bytes=18-999"}).body, "ij");
  HttpResponse beyond = Segment({"Range: bytes=20-"});
  EXPECT_EQ(beyond.status, 416);
  EXPECT_EQ(beyond.fields["content-range"], "bytes */20");
  EXPECT_EQ(Segment({"Range: bytes=-0"}).status, 416);
  EXPECT_NE(Segment({"Range: bytes=0-1,0-1,0-1"}).status, 206);
  for (const char* odd : {"Range: bytes=5-4", "Range: items=0-1", "Range: bytes=a-b", "Range: bytes=-"}) {
    EXPECT_EQ(Segment({odd}).body, kSegment) << odd;
  }
}

TEST_F(PlaybackTest, ValidatorsSaveTheBytes) {
  std::string etag = Segment().fields["etag"];
  EXPECT_EQ(etag.substr(0, 1), "\"");
  EXPECT_EQ(Segment({"If-None-Match: " + etag}).status, 304);
  EXPECT_EQ(Segment({"If-None-Match: \"x\", W/" + etag}).status, 304);
  EXPECT_EQ(Segment({"If-None-Match: \"x\""}).status, 200);
  EXPECT_EQ(Segment({"Range: bytes=0-1", "If-Range: " + etag}).status, 206);
  EXPECT_EQ(Segment({"Range: bytes=0-1", "If-Range: \"x\""}).status, 200);
  HttpResponse head = Segment({"Range: bytes=0-1"}, "HEAD");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.fields["content-length"], "20");
  EXPECT_EQ(head.fields["etag"], etag);
}

TEST_F(PlaybackTest, ATokenOfAnotherMakeOrTimeIsForbidden) {
  EXPECT_EQ(client_.Call("GET", "/media/x/master.m3u8").status, 403);
  std::string forged = MediaTokens("another credential").Mint(Grant());
  EXPECT_EQ(client_.Call("GET", "/media/" + forged + "/master.m3u8").status, 403);
  MediaGrant grant = Grant();
  Assign(-kHour, 24 * kHour);
  edge_.clock().Advance(12 * kHour + 1);
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
}

TEST_F(PlaybackTest, OnlyPlayableFilesOfTheAssetCanBeNamed) {
  for (const char* path : {"v0/notes.txt", "v0/none.m4s", "", "v0", "../asset/master.m3u8", "%2e%2e/asset/master.m3u8",
                           "v0/..%2f..%2fmaster.m3u8", ".hidden.m4s", "v0//seg-00000.m4s"}) {
    EXPECT_EQ(Get(Grant(), path).status, 404) << path;
  }
  EXPECT_EQ(client_.Call("GET", "/media/" + tokens_.Mint(Grant())).status, 404);
  HttpClient other(edge_.port());
  HttpResponse deleted = other.Call("DELETE", "/media/" + tokens_.Mint(Grant()) + "/master.m3u8");
  EXPECT_EQ(deleted.status, 405);
  EXPECT_EQ(deleted.fields["allow"], "GET, HEAD");
}

TEST_F(PlaybackTest, TheEndOfTheSessionEndsPlayback) {
  ASSERT_EQ(Segment().status, 200);
  academy_.EndSession("session", "signed_in_elsewhere");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_NE(Segment().body.find("signed_in_elsewhere"), std::string::npos);
  EXPECT_EQ(Get(Grant(), "key").status, 403);
}

TEST_F(PlaybackTest, ASessionPlaysOnlyItsOwnLearnersAssignments) {
  MediaGrant grant = Grant();
  grant.session_id = "none";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "other", "others-session");
  grant.session_id = "others-session";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
  grant.learner_id = "other";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
}

TEST_F(PlaybackTest, TheWindowsEndsAreInsideIt) {
  edge_.clock().Advance(kHour);
  EXPECT_EQ(Segment().status, 200);
  edge_.clock().Advance(1);
  HttpResponse expired = Segment();
  EXPECT_EQ(expired.status, 403);
  EXPECT_NE(expired.body.find("course_expired"), std::string::npos);
  edge_.clock().Advance(-2 * kHour - 1);
  EXPECT_EQ(Segment().status, 200);
  edge_.clock().Advance(-1);
  EXPECT_NE(Segment().body.find("course_not_started"), std::string::npos);
}

TEST_F(PlaybackTest, AMovedOrRemovedAssignmentIsFelt) {
  ASSERT_EQ(Segment().status, 200);
  Assign(-2 * kHour, -kHour);
  EXPECT_EQ(AwaitStatus(403), 403);
  Assign(-kHour, kHour);
  EXPECT_EQ(AwaitStatus(200), 200);
  academy_.Unassign("assignment");
  EXPECT_EQ(AwaitStatus(403), 403);
}

TEST_F(PlaybackTest, KnownGrantsCostNoQuestion) {
  // Until both feeds are live every answer costs one.
  absl::Time deadline = absl::Now() + absl::Seconds(10);
  int asked = -1;
  while (asked != academy_.sessions_asked() + academy_.access_asked() && absl::Now() < deadline) {
    asked = academy_.sessions_asked() + academy_.access_asked();
    ASSERT_EQ(Segment().status, 200);
  }
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Segment().status, 200);
  EXPECT_EQ(academy_.sessions_asked() + academy_.access_asked(), asked);
}

TEST_F(PlaybackTest, WhenNothingCanBeSaidTheAnswerSaysToTryAgain) {
  academy_.Stop();
  EXPECT_EQ(AwaitStatus(503), 503);
}

TEST_F(PlaybackTest, PicturesAreForEverybodyAndForGood) {
  HttpResponse picture = client_.Call("GET", "/images/one.webp");
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.body, "a picture");
  EXPECT_EQ(picture.fields["content-type"], "image/webp");
  EXPECT_EQ(picture.fields["cache-control"], "public, max-age=31536000, immutable");
  EXPECT_EQ(client_.Call("GET", "/images/none.webp").status, 404);
  EXPECT_EQ(client_.Call("GET", "/images/../media/asset/master.m3u8").status, 404);
  EXPECT_EQ(client_.Call("GET", "/images/%2e%2e/images/one.webp").status, 404);
}

}  // namespace
}  // namespace academy::edge
