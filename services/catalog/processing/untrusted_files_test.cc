// Uploaded files that name other files, with the real ffmpeg.
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "services/catalog/media/child_process.h"
#include "services/catalog/media/sandbox.h"
#include "services/catalog/testing/server_fixture.h"
#include "services/platform/testing/status_matchers.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

class UntrustedFilesTest : public CatalogServerTest {};

TEST_F(UntrustedFilesTest, PlaylistsAndScriptsAsVideosReadNoOtherFile) {
  MakeMedia(kH264, "secret.ts");
  std::string secret = (folder_ / "work" / "secret.ts").string();
  ASSERT_TRUE(fs::exists(secret));
  std::string hls = "#EXTM3U\n#EXT-X-TARGETDURATION:14\n#EXTINF:14,\n";
  for (const std::string& content :
       {hls + "/etc/passwd\n#EXT-X-ENDLIST\n", hls + "file://" + secret + "\n#EXT-X-ENDLIST\n",
        hls + "http://127.0.0.1:1/x.ts\n#EXT-X-ENDLIST\n", "ffconcat version 1.0\nfile '" + secret + "'\n",
        "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nconcat:" + secret + "|/etc/passwd\n#EXT-X-ENDLIST\n",
        std::string("<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\" type=\"static\"></MPD>")}) {
    v1::Asset asset = UploadAndProcess(content);
    EXPECT_EQ(asset.status(), "failed") << content;
    EXPECT_EQ(asset.error(), "The file is not a video") << content;
  }
}

TEST_F(UntrustedFilesTest, EvenAProgramThatReadsPlaylistsSeesOnlyItsOwnFolder) {
  if (LandlockVersion() == 0) GTEST_SKIP() << "this kernel has no Landlock";
  MakeMedia(kH264, "secret.ts");
  fs::path job = folder_ / "job";
  fs::create_directories(job);
  std::string secret = (folder_ / "work" / "secret.ts").string();
  std::ofstream(job / "list.m3u8") << "#EXTM3U\n#EXT-X-TARGETDURATION:14\n#EXTINF:14,\n"
                                   << secret << "\n#EXT-X-ENDLIST\n";
  std::ofstream(job / "list.txt") << "ffconcat version 1.0\nfile '" << secret << "'\n";
  const std::vector<std::vector<std::string>> cases = {{"-allowed_extensions", "ALL", "-f", "hls", "list.m3u8"},
                                                       {"-safe", "0", "-f", "concat", "list.txt"}};
  for (const std::vector<std::string>& input : cases) {
    ChildOptions options{.argv = {"ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0"},
                         .folder = job};
    std::string command = "cd '" + job.string() + "' && ffprobe -v error -show_entries stream=codec_name -of csv=p=0";
    for (const std::string& argument : input) {
      options.argv.push_back(argument);
      command += " " + argument;
    }
    // Unconfined it reads the file.
    EXPECT_NE(Shell(command).find("h264"), std::string::npos);
    auto result = RunChild(options, {});
    ASSERT_OK(result);
    EXPECT_EQ(result->output.find("h264"), std::string::npos);
    EXPECT_FALSE(result->ok());
  }
}

}  // namespace
}  // namespace academy::catalog
