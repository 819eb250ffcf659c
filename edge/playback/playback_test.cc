// What playback sends. Who may have it is in playback_rights_test.cc.
#include "edge/playback/playback.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "edge/http/address/forwarded.h"
#include "edge/playback/testing/playback_fixture.h"

namespace academy::edge {
namespace {

INSTANTIATE_TEST_SUITE_P(Kinds, PlaybackTest, testing::Values(BlobKind::kFolder, BlobKind::kS3), BlobKindName);

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
  edge_.clock().Advance(absl::Minutes(1));
  EXPECT_EQ(Get(Grant(), "key").body, "fedcba9876543210");
}

TEST_P(PlaybackTest, WhatIsNoKeyIsNotHandedOn) {
  for (const char* broken : {"", "0123456789abcde"}) {
    academy_.SetKey("asset", broken);
    EXPECT_EQ(Get(Grant(), "key").status, 500) << broken;
  }
  academy_.SetKey("asset", "0123456789abcdef");
  EXPECT_EQ(Get(Grant(), "key").status, 200) << "nothing of it was remembered";
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

constexpr char kFollows[] = "X-Sendfile-Type: X-Accel-Redirect";

// Behind nginx, which sends the blobs itself.
class AcceleratedPlaybackTest : public PlaybackTestBase {
 protected:
  explicit AcceleratedPlaybackTest(BlobKind kind = BlobKind::kFolder, std::string_view trusted = "127.0.0.1")
      : PlaybackTestBase({.blobs_url = OptionsOf(kind).blobs_url,
                          .accel_redirect = "/media-files/",
                          .proxies = *http::TrustedProxies::Parse(trusted)}) {}

  std::string Target(HttpResponse answer) { return answer.fields["x-accel-redirect"]; }
};

TEST_F(AcceleratedPlaybackTest, TheProxyIsToldWhereTheFileIs) {
  HttpResponse segment = Segment({kFollows, "Range: bytes=0-1"});
  EXPECT_EQ(segment.status, 200);
  EXPECT_EQ(segment.body, "");
  EXPECT_EQ(Target(segment), "/media-files/media/asset/v0/seg-00000.m4s");
  EXPECT_EQ(segment.fields["content-type"], "video/iso.segment");
  EXPECT_EQ(segment.fields["cache-control"], "private, max-age=600");
  EXPECT_EQ(Target(Get(Grant(), "master.m3u8", {kFollows})), "/media-files/media/asset/master.m3u8");
  EXPECT_EQ(Target(client_.Call("GET", "/images/one.webp", {kFollows})), "/media-files/images/one.webp");
}

TEST_F(AcceleratedPlaybackTest, WhatIsNoFileOrNotAllowedIsAnsweredHere) {
  EXPECT_EQ(Get(Grant(), "key", {kFollows}).body, "0123456789abcdef");
  EXPECT_EQ(Get(Grant(), "v0/none.m4s", {kFollows}).status, 404);
  EXPECT_EQ(Get(Grant(), "v0/notes.txt", {kFollows}).status, 404);
  EXPECT_EQ(Segment({kFollows, "Range: bytes=0-1,3-4"}).status, 416) << "nginx would send everything";
  EXPECT_EQ(Segment({kFollows, "If-Match: \"x\""}).status, 412);
  EXPECT_EQ(Segment({kFollows}, "HEAD").fields["content-length"], "20");
  EXPECT_EQ(Segment({kFollows, "If-Unmodified-Since: Mon, 01 Jan 2024 00:00:00 GMT"}).body, kSegment);
  academy_.EndSession("session", "signed_out");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_EQ(Target(Segment({kFollows})), "");
}

TEST_F(AcceleratedPlaybackTest, AProxyThatDoesNotFollowGetsTheBytes) {
  for (const char* field : {"X-Sendfile-Type: X-Sendfile", "X-Sendfile-Type: ", "X-Other: X-Accel-Redirect"}) {
    HttpResponse segment = Segment({field});
    EXPECT_EQ(segment.body, kSegment) << field;
    EXPECT_EQ(Target(segment), "") << field;
  }
}

class StoredAcceleratedPlaybackTest : public AcceleratedPlaybackTest {
 protected:
  StoredAcceleratedPlaybackTest() : AcceleratedPlaybackTest(BlobKind::kS3) {}
};

TEST_F(StoredAcceleratedPlaybackTest, TheProxyGetsASignedAddressOfWhatNeverChanges) {
  ASSERT_NE(Store().endpoint(), "") << Store().error();
  HttpResponse segment = Segment({kFollows});
  EXPECT_EQ(segment.status, 200);
  EXPECT_EQ(segment.body, "");
  EXPECT_EQ(segment.fields["content-type"], "video/iso.segment");
  EXPECT_EQ(segment.fields["x-accel-cache-control"], "private, max-age=600");
  EXPECT_EQ(segment.fields.count("cache-control"), 0u);
  std::string target = Target(segment);
  EXPECT_TRUE(target.starts_with("/media-files/academy/test-")) << target;
  EXPECT_NE(target.find("/media/asset/v0/seg-00000.m4s?X-Amz-Algorithm="), target.npos) << target;
  EXPECT_NE(target.find("&X-Amz-Signature="), target.npos) << target;
  EXPECT_NE(Target(client_.Call("GET", "/images/one.webp", {kFollows})), "");
  for (const char* path : {"master.m3u8", "key", "captions/ar.vtt", "v0/notes.txt", "v0/..%2fx.m4s", ".x.m4s"}) {
    EXPECT_EQ(Target(Get(Grant(), path, {kFollows})), "") << path;
  }
  EXPECT_EQ(Get(Grant(), "master.m3u8", {kFollows}).body, "#EXTM3U\n");
  EXPECT_EQ(Segment().body, kSegment);
  MediaGrant other = Grant();
  other.learner_id = "somebody";
  EXPECT_EQ(Get(other, "v0/seg-00000.m4s", {kFollows}).status, 403);
  academy_.EndSession("session", "signed_out");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_EQ(Target(Segment({kFollows})), "");
}

class DirectPlaybackTest : public AcceleratedPlaybackTest, public testing::WithParamInterface<BlobKind> {
 protected:
  DirectPlaybackTest() : AcceleratedPlaybackTest(GetParam(), "192.0.2.1") {}
};
INSTANTIATE_TEST_SUITE_P(Kinds, DirectPlaybackTest, testing::Values(BlobKind::kFolder, BlobKind::kS3), BlobKindName);

TEST_P(DirectPlaybackTest, WhoIsNoProxyGetsTheBytesWhateverHeSays) {
  HttpResponse segment = Segment({kFollows, "X-Forwarded-For: 192.0.2.1"});
  EXPECT_EQ(segment.body, kSegment);
  EXPECT_EQ(Target(segment), "");
}

class CdnPlaybackTest : public PlaybackTestBase {
 protected:
  CdnPlaybackTest()
      : PlaybackTestBase({.blobs_url = OptionsOf(BlobKind::kS3).blobs_url,
                          .cdn = {.url = "https://cdn.example", .secret = "0123456789abcdef0123456789abcdef"}}) {}
};

TEST_F(CdnPlaybackTest, SegmentsAreAtTheNetworkForAMinute) {
  ASSERT_NE(Store().endpoint(), "") << Store().error();
  HttpResponse segment = Segment();
  EXPECT_EQ(segment.status, 302);
  EXPECT_EQ(segment.body, "");
  EXPECT_EQ(segment.fields["cache-control"], "no-store");
  std::string address = segment.fields["location"];
  EXPECT_TRUE(address.starts_with("https://cdn.example/academy/test-")) << address;
  EXPECT_NE(address.find("/media/asset/v0/seg-00000.m4s?X-Amz-"), address.npos) << address;
  std::string expires = std::to_string((edge_.clock().Now() + absl::Seconds(60)) / 1000);
  EXPECT_NE(address.find("&expires=" + expires + "&response-content-type=video%2Fiso.segment&token="), address.npos)
      << address;
  EXPECT_EQ(Segment({}, "HEAD").fields["location"], address);
}

TEST_F(CdnPlaybackTest, EverythingElseComesFromHere) {
  ASSERT_NE(Store().endpoint(), "") << Store().error();
  EXPECT_EQ(Get(Grant(), "master.m3u8").body, "#EXTM3U\n");
  EXPECT_EQ(Get(Grant(), "key").body, "0123456789abcdef");
  EXPECT_EQ(Get(Grant(), "v0/..%2fseg.m4s").status, 404);
  EXPECT_EQ(Get(Grant(), "v0/a%0d%0ab.m4s").status, 404);
  academy_.EndSession("session", "signed_out");
  EXPECT_EQ(AwaitStatus(403), 403);
  EXPECT_EQ(Segment().fields.count("location"), 0u);
}

class StorelessPlaybackTest : public PlaybackTestBase {
 protected:
  StorelessPlaybackTest() : PlaybackTestBase(OptionsOf(BlobKind::kS3)) {}
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
