#include "edge/media/playback.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "absl/time/clock.h"
#include "edge/http/forwarded.h"
#include "edge/http/testing/http_client.h"
#include "edge/media/testing/fake_academy.h"
#include "edge/media/testing/media_edge.h"
#include "services/common/blobs/testing/s3_server.h"
#include "services/common/ids.h"
#include "services/common/media_token.h"

namespace academy::edge {
namespace {

constexpr UnixMillis kHour = 60 * 60 * 1000;
constexpr char kSegment[] = "0123456789abcdefghij";

enum class Kind { kFolder, kS3 };

S3Server& Store() {
  static S3Server server;
  return server;
}

MediaEdge::Options OptionsOf(Kind kind) {
  if (kind == Kind::kFolder) return {};
  ::setenv("AWS_ACCESS_KEY_ID", S3Server::kAccessKey, 1);
  ::setenv("AWS_SECRET_ACCESS_KEY", S3Server::kSecretKey, 1);
  std::string place = "s3://academy/test-" + Hex(RandomBytes(8));
  return {.blobs_url = place + "?region=" + S3Server::kRegion + "&endpoint=" + Store().endpoint()};
}

class PlaybackTestBase : public testing::Test {
 protected:
  explicit PlaybackTestBase(const MediaEdge::Options& options)
      : edge_(academy_, options), client_(edge_.port()), tokens_(kFakeCredential) {
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

  // Asks for a large file and reads nothing of it; whether the connection is broken off after `change`.
  template <typename Change>
  bool IsBrokenOffAfter(Change change) {
    Put("media/asset/large.mp4", std::string(32 << 20, 'x'));
    int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int small = 64 * 1024;
    ::setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof(small));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(edge_.port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    ::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address));
    std::string request = "GET /media/" + tokens_.Mint(Grant()) + "/large.mp4 HTTP/1.1\r\nHost: academy.test\r\n\r\n";
    ::send(fd, request.data(), request.size(), MSG_NOSIGNAL);
    char head[16];
    bool begun = ::recv(fd, head, sizeof(head), MSG_WAITALL) == sizeof(head) &&
                 std::string_view(head, sizeof(head)).starts_with("HTTP/1.1 200 OK");
    change();
    pollfd reset{.fd = fd, .events = 0, .revents = 0};
    bool ended = ::poll(&reset, 1, 10'000) == 1;
    ::close(fd);
    return begun && ended;
  }

  FakeAcademy academy_;
  MediaEdge edge_;
  HttpClient client_;
  const MediaTokens tokens_;
};

// All of it, whatever kind of blobs there is.
class PlaybackTest : public PlaybackTestBase, public testing::WithParamInterface<Kind> {
 protected:
  PlaybackTest() : PlaybackTestBase(OptionsOf(GetParam())) {}
  void SetUp() override {
    if (GetParam() == Kind::kFolder) return;
    ASSERT_NE(Store().endpoint(), "") << Store().error();
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, PlaybackTest, testing::Values(Kind::kFolder, Kind::kS3),
                         [](const auto& kind) { return kind.param == Kind::kFolder ? "Folder" : "S3"; });

TEST_P(PlaybackTest, AFileOfTheAssetIsSentWithItsType) {
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

TEST_P(PlaybackTest, TheKeyComesFromCatalog) {
  HttpResponse key = Get(Grant(), "key");
  EXPECT_EQ(key.status, 200);
  EXPECT_EQ(key.body, "0123456789abcdef");
  EXPECT_EQ(key.fields["cache-control"], "no-store");
  MediaGrant other = Grant();
  other.asset_id = "unknown";
  EXPECT_EQ(Get(other, "key").status, 404);
}

TEST_P(PlaybackTest, CatalogIsAskedForAKeyOnceAMinute) {
  for (int i = 0; i < 5; ++i) EXPECT_EQ(Get(Grant(), "key").body, "0123456789abcdef");
  EXPECT_EQ(academy_.keys_asked(), 1);
  academy_.SetKey("asset", "fedcba9876543210");
  edge_.clock().Advance(60'000);
  EXPECT_EQ(Get(Grant(), "key").body, "fedcba9876543210");
}

TEST_P(PlaybackTest, OneRangeIsSentAndMoreAreNot) {
  HttpResponse middle = Segment({"Range: bytes=10-12"});
  EXPECT_EQ(middle.status, 206);
  EXPECT_EQ(middle.body, "abc");
  EXPECT_EQ(middle.fields["content-range"], "bytes 10-12/20");
  EXPECT_EQ(Segment({"Range: bytes=-3"}).body, "hij");
  EXPECT_EQ(Segment({"Range: bytes=18-"}).body, "ij");
  EXPECT_EQ(Segment({"Range: bytes=18-999"}).body, "ij");
  EXPECT_EQ(Segment({"Range: Bytes=18-99999999999999999999"}).body, "ij");
  EXPECT_EQ(Segment({"Range: bytes=-99999999999999999999"}).fields["content-range"], "bytes 0-19/20");
  EXPECT_EQ(Segment({"Range: bytes=99999999999999999999-"}).status, 416);
  HttpResponse beyond = Segment({"Range: bytes=20-"});
  EXPECT_EQ(beyond.status, 416);
  EXPECT_EQ(beyond.fields["content-range"], "bytes */20");
  EXPECT_EQ(beyond.fields["cache-control"], "no-store");
  EXPECT_EQ(Segment({"Range: bytes=-0"}).status, 416);
  EXPECT_NE(Segment({"Range: bytes=0-1,0-1,0-1"}).status, 206);
  for (const char* odd : {"Range: bytes=5-4", "Range: items=0-1", "Range: bytes=a-b", "Range: bytes=-"}) {
    EXPECT_EQ(Segment({odd}).body, kSegment) << odd;
  }
}

TEST_P(PlaybackTest, ValidatorsSaveTheBytes) {
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
  EXPECT_EQ(Segment({"If-Match: \"x\""}).status, 412);
  EXPECT_EQ(Segment({"If-Match: " + etag}).status, 200);
}

TEST_P(PlaybackTest, AnEmptyFileIsSentToo) {
  Put("media/asset/captions/ar.vtt", "");
  HttpResponse empty = Get(Grant(), "captions/ar.vtt");
  EXPECT_EQ(empty.status, 200);
  EXPECT_EQ(empty.fields["content-length"], "0");
  EXPECT_EQ(Get(Grant(), "captions/ar.vtt", {"Range: bytes=0-"}).status, 416);
  EXPECT_EQ(Segment().status, 200);
}

TEST_P(PlaybackTest, AFileOfManyPiecesArrivesWhole) {
  std::string content(3'000'000, '\0');
  for (size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7 + i / 1000);
  Put("media/asset/large.mp4", content);
  EXPECT_TRUE(Get(Grant(), "large.mp4").body == content);
  HttpResponse part = Get(Grant(), "large.mp4", {"Range: bytes=1000000-2500000"});
  EXPECT_EQ(part.status, 206);
  EXPECT_TRUE(part.body == content.substr(1'000'000, 1'500'001));
}

TEST_P(PlaybackTest, AReplacedFileIsSentAsItIsNow) {
  EXPECT_EQ(Get(Grant(), "master.m3u8").body, "#EXTM3U\n");
  Put("media/asset/master.m3u8", "#EXTM3U\n# more\n");
  EXPECT_EQ(Get(Grant(), "master.m3u8").body, "#EXTM3U\n# more\n");
}

TEST_P(PlaybackTest, WhatIsBeingSentEndsWithTheSession) {
  EXPECT_TRUE(IsBrokenOffAfter([&] { academy_.EndSession("session", "signed_in_elsewhere"); }));
}

TEST_P(PlaybackTest, WhatIsBeingSentEndsWithTheAssignment) {
  EXPECT_TRUE(IsBrokenOffAfter([&] { academy_.Unassign("assignment"); }));
}

TEST_P(PlaybackTest, WhatIsBeingSentEndsWhenTheTimeIsUp) {
  EXPECT_TRUE(IsBrokenOffAfter([&] { edge_.clock().Advance(kHour + 1); }));
}

TEST_P(PlaybackTest, ATokenOfAnotherMakeOrTimeIsForbidden) {
  EXPECT_EQ(client_.Call("GET", "/media/x/master.m3u8").status, 403);
  std::string forged = MediaTokens("another credential").Mint(Grant());
  EXPECT_EQ(client_.Call("GET", "/media/" + forged + "/master.m3u8").status, 403);
  MediaGrant grant = Grant();
  Assign(-kHour, 24 * kHour);
  edge_.clock().Advance(12 * kHour + 1);
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
}

TEST_P(PlaybackTest, OnlyPlayableFilesOfTheAssetCanBeNamed) {
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

TEST_P(PlaybackTest, TheEndOfTheSessionEndsPlayback) {
  ASSERT_EQ(Segment().status, 200);
  academy_.EndSession("session", "signed_in_elsewhere");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_NE(Segment().body.find("signed_in_elsewhere"), std::string::npos);
  EXPECT_EQ(Get(Grant(), "key").status, 403);
}

TEST_P(PlaybackTest, APreviewIsForItsManagersSessionAlone) {
  academy_.SignIn(auth::v1::SESSION_KIND_MANAGER, "manager", "desk");
  MediaGrant preview = Grant();
  preview.session_id = "desk";
  preview.learner_id = "manager";
  preview.assignment_id = kPreviewAssignment;
  EXPECT_EQ(Get(preview, "master.m3u8").status, 200);
  EXPECT_EQ(Get(preview, "key").status, 200);
  MediaGrant other = preview;
  other.learner_id = "another manager";
  EXPECT_EQ(Get(other, "master.m3u8").status, 403);
  // A learner needs an assignment, and a manager plays no learner's addresses.
  MediaGrant learner = Grant();
  learner.assignment_id = kPreviewAssignment;
  EXPECT_EQ(Get(learner, "master.m3u8").status, 403);
  MediaGrant assigned = preview;
  assigned.assignment_id = "assignment";
  EXPECT_EQ(Get(assigned, "master.m3u8").status, 403);
  academy_.EndSession("desk", "logout");
  absl::Time deadline = absl::Now() + absl::Seconds(10);
  while (Get(preview, "key").status == 200 && absl::Now() < deadline) {
  }
  EXPECT_EQ(Get(preview, "key").status, 403);
}

TEST_P(PlaybackTest, ASessionPlaysOnlyItsOwnLearnersAssignments) {
  MediaGrant grant = Grant();
  grant.session_id = "none";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
  academy_.SignIn(auth::v1::SESSION_KIND_LEARNER, "other", "others-session");
  grant.session_id = "others-session";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
  grant.learner_id = "other";
  EXPECT_EQ(Get(grant, "master.m3u8").status, 403);
}

TEST_P(PlaybackTest, TheWindowsEndsAreInsideIt) {
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

TEST_P(PlaybackTest, AMovedOrRemovedAssignmentIsFelt) {
  ASSERT_EQ(Segment().status, 200);
  Assign(-2 * kHour, -kHour);
  EXPECT_EQ(AwaitStatus(403), 403);
  Assign(-kHour, kHour);
  EXPECT_EQ(AwaitStatus(200), 200);
  academy_.Unassign("assignment");
  EXPECT_EQ(AwaitStatus(403), 403);
}

TEST_P(PlaybackTest, KnownGrantsCostNoQuestion) {
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

TEST_P(PlaybackTest, WhenNothingCanBeSaidTheAnswerSaysToTryAgain) {
  academy_.Stop();
  EXPECT_EQ(AwaitStatus(503), 503);
}

TEST_P(PlaybackTest, PicturesAreForEverybodyAndForGood) {
  HttpResponse picture = client_.Call("GET", "/images/one.webp");
  EXPECT_EQ(picture.status, 200);
  EXPECT_EQ(picture.body, "a picture");
  EXPECT_EQ(picture.fields["content-type"], "image/webp");
  EXPECT_EQ(picture.fields["cache-control"], "public, max-age=31536000, immutable");
  EXPECT_EQ(client_.Call("GET", "/images/none.webp").status, 404);
  EXPECT_EQ(client_.Call("GET", "/images/../media/asset/master.m3u8").status, 404);
  EXPECT_EQ(client_.Call("GET", "/images/%2e%2e/images/one.webp").status, 404);
}

// Behind nginx, which sends the files itself.
class AcceleratedPlaybackTest : public PlaybackTestBase {
 protected:
  explicit AcceleratedPlaybackTest(std::string_view trusted = "127.0.0.1")
      : PlaybackTestBase(
            {.blobs_url = {}, .accel_redirect = "/media-files/", .proxies = *http::TrustedProxies::Parse(trusted)}) {}
};

TEST_F(AcceleratedPlaybackTest, TheProxyIsToldWhereTheFileIs) {
  HttpResponse segment = Segment({"Range: bytes=0-1"});
  EXPECT_EQ(segment.status, 200);
  EXPECT_EQ(segment.body, "");
  EXPECT_EQ(segment.fields["x-accel-redirect"], "/media-files/media/asset/v0/seg-00000.m4s");
  EXPECT_EQ(segment.fields["content-type"], "video/iso.segment");
  EXPECT_EQ(segment.fields["cache-control"], "private, max-age=600");
  EXPECT_EQ(Segment({}, "HEAD").fields["x-accel-redirect"], "/media-files/media/asset/v0/seg-00000.m4s");
  EXPECT_EQ(client_.Call("GET", "/images/one.webp").fields["x-accel-redirect"], "/media-files/images/one.webp");
}

TEST_F(AcceleratedPlaybackTest, WhatIsNoFileOrNotAllowedIsAnsweredHere) {
  EXPECT_EQ(Get(Grant(), "key").body, "0123456789abcdef");
  EXPECT_EQ(Get(Grant(), "v0/none.m4s").status, 404);
  EXPECT_EQ(Get(Grant(), "v0/notes.txt").status, 404);
  academy_.EndSession("session", "signed_out");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_EQ(Segment().fields.count("x-accel-redirect"), 0u);
}

class DirectPlaybackTest : public AcceleratedPlaybackTest {
 protected:
  DirectPlaybackTest() : AcceleratedPlaybackTest("192.0.2.1") {}
};

TEST_F(DirectPlaybackTest, WhoIsNoProxyGetsTheBytes) {
  EXPECT_EQ(Segment().body, kSegment);
  EXPECT_EQ(Segment().fields.count("x-accel-redirect"), 0u);
}

class StorelessPlaybackTest : public PlaybackTestBase {
 protected:
  StorelessPlaybackTest() : PlaybackTestBase(OptionsOf(Kind::kS3)) {}
};

TEST_F(StorelessPlaybackTest, AStoreThatBreaksOffOrFailsIsFeltAsLittleAsCanBe) {
  ASSERT_NE(Store().endpoint(), "") << Store().error();
  std::string content(1'000'000, 'x');
  Put("media/asset/large.mp4", content);
  Store().Control("fail?times=1&status=503");
  EXPECT_TRUE(Get(Grant(), "large.mp4").body == content);
  Store().Control("cut?times=2&bytes=300000");
  EXPECT_TRUE(Get(Grant(), "large.mp4").body == content);
  Store().Control("fail?times=9&status=500");
  HttpResponse failed = Get(Grant(), "large.mp4");
  EXPECT_EQ(failed.status, 503);
  EXPECT_NE(failed.body.find("storage_error"), std::string::npos);
  Store().Control("fail?times=0");
}

}  // namespace
}  // namespace academy::edge
