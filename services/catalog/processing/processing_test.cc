// Processing from upload to playback, with the real ffmpeg.
#include <fstream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "services/catalog/testing/server_fixture.h"
#include "services/platform/base/status.h"
#include "services/platform/crypto/random.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class ProcessingTest : public CatalogServerTest {
 protected:
  std::string Key(const std::string& id) {
    v1::GetMediaKeyRequest request;
    request.set_asset_id(id);
    v1::GetMediaKeyResponse response;
    absl::Status status = CallAs(service_, *playback_, &v1::Playback::Stub::GetMediaKey, request, response);
    EXPECT_OK(status);
    return response.key();
  }

  // Runs one of ffmpeg's programs on a playlist as served, with the key where the edge serves it, and returns its
  // output.
  std::string Play(const std::string& id, const std::string& program, const std::string& playlist,
                   const std::string& arguments) {
    std::ofstream(MediaOf(id) / "key", std::ios::binary) << Key(id);
    std::string output = Shell(program + " -v error -allowed_extensions ALL -protocol_whitelist file,crypto -i '" +
                               (MediaOf(id) / playlist).string() + "' " + arguments);
    fs::remove(MediaOf(id) / "key");
    return output;
  }

  // Returns the MD5 of the video packets that a player receives.
  std::string PlayedHash(const std::string& id, const std::string& playlist = "master.m3u8") {
    return Play(id, "ffmpeg", playlist, "-map 0:v -c copy -f md5 -");
  }

  // Returns the lines of an asset's playlist that begin with `begin`.
  std::vector<std::string> Lines(const std::string& id, const std::string& playlist, const std::string& begin) {
    std::istringstream text(ReadFile(MediaOf(id) / playlist));
    std::vector<std::string> lines;
    for (std::string line; std::getline(text, line);) {
      if (line.starts_with(begin)) lines.push_back(line);
    }
    return lines;
  }

  // Whether no temporary file is left, nor an uploaded one that is not needed.
  bool NothingHalfMade() { return NoWorkFiles() && fs::is_empty(options_.folder / "uploads"); }
  bool NoWorkFiles() { return fs::is_empty(options_.folder / "jobs") && fs::is_empty(options_.blobs / ".drafts"); }
  fs::path SourceOf(const std::string& id) { return options_.folder / "uploads" / id; }
};

TEST_F(ProcessingTest, AnH264FileIsRemuxedEncryptedAndPlaysTheSamePackets) {
  std::string content = MakeMedia(kH264, "in.mp4");
  v1::Course course = CreateCourse("Flight");
  v1::Asset asset = UploadAndProcess(content);
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  EXPECT_EQ(asset.progress(), 100);
  EXPECT_EQ(asset.width(), 320);
  EXPECT_EQ(asset.height(), 180);
  EXPECT_NEAR(asset.duration(), 14, 0.2);
  EXPECT_EQ(asset.size(), static_cast<int64_t>(content.size()));
  EXPECT_EQ(asset.filename(), "video.mp4");
  ASSERT_EQ(asset.renditions_size(), 1);
  EXPECT_EQ(asset.renditions(0).height(), 180);
  EXPECT_GT(asset.renditions(0).bitrate(), 10'000);

  v1::BatchGetPlaybackResponse playback = Playback(asset.id());
  ASSERT_EQ(playback.playback_size(), 1);
  EXPECT_EQ(playback.playback(0).hls(), "master.m3u8");
  EXPECT_EQ(playback.playback(0).poster(), "poster.jpg");
  EXPECT_EQ(playback.playback(0).thumbnails(), "thumbnails.vtt");

  EXPECT_EQ(PlayedHash(asset.id()), Shell("ffmpeg -v error -i in.mp4 -map 0:v -c copy -f md5 -"));
  std::string playlist = ReadFile(MediaOf(asset.id()) / "v0" / "index.m3u8");
  EXPECT_LT(playlist.find("#EXT-X-MAP:URI=\"init.mp4\""), playlist.find("#EXT-X-KEY:METHOD=AES-128,URI=\"../key\""));
  std::string master = ReadFile(MediaOf(asset.id()) / "master.m3u8");
  EXPECT_NE(master.find("RESOLUTION=320x180,CODECS=\"avc1."), master.npos) << master;
  EXPECT_NE(master.find(",mp4a.40.2\""), master.npos) << master;
  EXPECT_EQ(Shell("ffprobe -v error -show_entries stream=width,height -of csv=p=0 '" +
                  (MediaOf(asset.id()) / "thumbnails.jpg").string() + "'"),
            "1120,90\n");
  std::string thumbnails = ReadFile(MediaOf(asset.id()) / "thumbnails.vtt");
  EXPECT_NE(thumbnails.find("00:00:12.000 --> 00:00:14.0"), thumbnails.npos) << thumbnails;
  EXPECT_NE(thumbnails.find("thumbnails.jpg#xywh=960,0,160,90"), thumbnails.npos) << thumbnails;
  EXPECT_TRUE(NothingHalfMade());

  v1::Course changed;
  ASSERT_OK(SetVideo(course.id(), asset.id(), changed));
  EXPECT_EQ(changed.parts(0).video().status(), "ready");
  EXPECT_NEAR(changed.parts(0).duration(), 14, 0.2);
}

TEST_F(ProcessingTest, NoSegmentLiesInTheClearAndTheKeyNowhereAmongTheBlobs) {
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "in.mp4"));
  ASSERT_EQ(asset.status(), "ready");
  std::string key = Key(asset.id());
  ASSERT_EQ(key.size(), 16u);
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(options_.blobs)) {
    if (!entry.is_regular_file()) continue;
    std::string content = ReadFile(entry.path());
    EXPECT_EQ(content.find(key), content.npos) << entry.path();
    bool in_the_clear = entry.path().extension() == ".m4s" && content.find("moof") != content.npos;
    EXPECT_FALSE(in_the_clear) << entry.path();
  }
}

TEST_F(ProcessingTest, OtherCodecsAreTranscoded) {
  v1::Asset asset = UploadAndProcess(
      MakeMedia("-f lavfi -i testsrc2=size=322x182:rate=10:duration=3 -f lavfi -i sine=440:duration=3 -c:v libvpx-vp9 "
                "-deadline realtime -cpu-used 8 -c:a libopus",
                "in.webm"));
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  EXPECT_EQ(asset.width(), 322);
  EXPECT_NEAR(asset.duration(), 3, 0.3);
  std::ofstream(MediaOf(asset.id()) / "key", std::ios::binary) << Key(asset.id());
  std::string streams = Shell(
      "ffprobe -v error -allowed_extensions ALL -protocol_whitelist file,crypto -show_entries "
      "stream=codec_name,width,height -of csv=p=0 '" +
      (MediaOf(asset.id()) / "v0" / "index.m3u8").string() + "'");
  EXPECT_TRUE(streams.starts_with("h264,322,182\naac\n")) << streams;
}

TEST_F(ProcessingTest, ALargeH264FileGetsSmallerSizesCutAtTheSameTimes) {
  // Key frames every 2.8 s: no segment can be 6 s long.
  v1::Asset asset = UploadAndProcess(
      MakeMedia("-f lavfi -i testsrc2=size=1280x720:rate=10:duration=14 -f lavfi -i sine=440:duration=14 -c:v libx264 "
                "-preset ultrafast -g 28 -pix_fmt yuv420p -c:a aac",
                "in.mp4"));
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  EXPECT_EQ(asset.progress(), 100);
  ASSERT_EQ(asset.renditions_size(), 3);
  EXPECT_EQ(asset.renditions(0).height(), 240);
  EXPECT_EQ(asset.renditions(1).height(), 360);
  EXPECT_EQ(asset.renditions(2).height(), 720);
  EXPECT_LT(asset.renditions(0).bitrate(), asset.renditions(1).bitrate());
  EXPECT_LT(asset.renditions(1).bitrate(), asset.renditions(2).bitrate());
  EXPECT_EQ(Lines(asset.id(), "master.m3u8", "v"),
            (std::vector<std::string>{"v0/index.m3u8", "v1/index.m3u8", "v2/index.m3u8"}));
  EXPECT_EQ(Lines(asset.id(), "v0/index.m3u8", "#EXTINF"), Lines(asset.id(), "v1/index.m3u8", "#EXTINF"));
  EXPECT_GE(Lines(asset.id(), "v0/index.m3u8", "#EXTINF").size(), 2u);
  EXPECT_EQ(PlayedHash(asset.id(), "v0/index.m3u8"), Shell("ffmpeg -v error -i in.mp4 -map 0:v -c copy -f md5 -"));
  const std::string measures = "-show_entries stream=codec_name,width,height -of csv=p=0";
  EXPECT_TRUE(Play(asset.id(), "ffprobe", "v1/index.m3u8", measures).starts_with("h264,640,360\naac\n"));
  EXPECT_EQ(Lines(asset.id(), "v0/index.m3u8", "#EXTINF"), Lines(asset.id(), "v2/index.m3u8", "#EXTINF"));
  EXPECT_TRUE(NothingHalfMade());
}

TEST_F(ProcessingTest, WhatMustBeEncodedIsEncodedInEverySize) {
  v1::Asset asset =
      UploadAndProcess(MakeMedia("-f lavfi -i testsrc2=size=1280x720:rate=10:duration=8 -c:v mpeg4 -q:v 5", "in.mp4"));
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  EXPECT_EQ(asset.width(), 1280);
  ASSERT_EQ(asset.renditions_size(), 3);
  EXPECT_EQ(asset.renditions(0).height(), 240);
  EXPECT_EQ(Lines(asset.id(), "master.m3u8", "#EXT-X-STREAM-INF").size(), 3u);
  EXPECT_EQ(Lines(asset.id(), "v0/index.m3u8", "#EXTINF"), Lines(asset.id(), "v1/index.m3u8", "#EXTINF"));
  EXPECT_EQ(Lines(asset.id(), "v0/index.m3u8", "#EXTINF").at(0), "#EXTINF:6.000000,");
  EXPECT_EQ(asset.progress(), 100);
}

TEST_F(ProcessingTest, AVideoWhoseKeyFramesAreTooRareIsEncoded) {
  v1::Asset asset = UploadAndProcess(MakeMedia(
      "-f lavfi -i testsrc2=size=64x36:rate=5:duration=40 -c:v libx264 -preset ultrafast -g 9999 -pix_fmt yuv420p",
      "in.mp4"));
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  EXPECT_EQ(Lines(asset.id(), "v0/index.m3u8", "#EXTINF").size(), 7u);
}

TEST_F(ProcessingTest, AVideoWithoutSoundIsAVideo) {
  v1::Asset asset = UploadAndProcess(MakeMedia(
      "-f lavfi -i testsrc2=size=160x90:rate=10:duration=1 -c:v libx264 -preset ultrafast -pix_fmt yuv420p", "in.mkv"));
  ASSERT_EQ(asset.status(), "ready") << asset.error();
  std::string master = ReadFile(MediaOf(asset.id()) / "master.m3u8");
  EXPECT_EQ(master.find("mp4a"), master.npos);
}

TEST_F(ProcessingTest, WhatCannotBePlayedFailsWithAReason) {
  std::string sound = MakeMedia("-f lavfi -i sine=440:duration=1 -c:a aac", "sound.m4a");
  std::string video = MakeMedia(kH264, "in.mp4");
  std::string tail_index = MakeMedia("-i in.mp4 -c copy", "tail.mp4");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "The file is empty"},
      {"this is a text, not a video\n", "The file is not a video"},
      {RandomBytes(100'000), "The file is not a video"},
      {sound, "The file has no video track"},
      // The index is at the end and cut off; then it is at the front, and half of the pictures are cut off.
      {tail_index.substr(0, tail_index.size() / 2), "The video file is damaged or incomplete"},
      {video.substr(0, video.size() / 2), "The video file is damaged or incomplete"},
  };
  for (const auto& [content, reason] : cases) {
    v1::Asset asset = UploadAndProcess(content);
    EXPECT_EQ(asset.status(), "failed");
    EXPECT_EQ(asset.error(), reason);
    EXPECT_TRUE(Playback(asset.id()).playback().empty());
    EXPECT_FALSE(fs::exists(MediaOf(asset.id())));
    EXPECT_TRUE(fs::exists(SourceOf(asset.id())));
  }
  EXPECT_TRUE(NoWorkFiles());
}

TEST_F(ProcessingTest, AVideoOfACourseThatWasDeletedForGoodIsGoneFromTheBlobs) {
  v1::Asset asset = UploadAndProcess(MakeMedia(kH264, "in.mp4"));
  v1::Course course = CreateCourse("Flight");
  ASSERT_OK(SetVideo(course.id(), asset.id(), course));
  ASSERT_TRUE(fs::exists(MediaOf(asset.id())));
  ASSERT_OK(DeleteForGood(course.id()));
  ASSERT_OK(catalog_->RunDueWork());
  EXPECT_FALSE(fs::exists(MediaOf(asset.id())));
}

TEST_F(ProcessingTest, AQueuedJobOutlivesARestartOfTheProcess) {
  std::string content = MakeMedia(kH264, "in.mp4");
  v1::UploadState state = CreateUpload(static_cast<int64_t>(content.size()));
  ASSERT_OK(Append(state.upload_id(), 0, content, state));
  v1::Course course = CreateCourse("Flight");
  ASSERT_OK(SetVideo(course.id(), state.upload_id(), course));
  // Left by a crash in the middle of another job.
  fs::create_directories(options_.folder / "jobs" / "old" / "out");
  options_.encoders = 1;
  Restart();
  grpc::ClientContext context;
  PrepareStreamContext(context, {credential_, enrollment_});
  v1::WatchRequest request;
  auto reader = feed_->Watch(&context, request);
  v1::Event event;
  while (GetAsset(state.upload_id()).status() != "ready" && reader->Read(&event)) {
  }
  context.TryCancel();
  while (reader->Read(&event)) {
  }
  reader->Finish();
  EXPECT_EQ(GetAsset(state.upload_id()).status(), "ready");
  EXPECT_FALSE(fs::exists(options_.folder / "jobs" / "old"));
}

}  // namespace
}  // namespace academy::catalog
