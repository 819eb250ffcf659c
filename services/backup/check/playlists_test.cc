#include "services/backup/check/playlists.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace academy::backup {
namespace {

using testing::ElementsAre;

TEST(PlaylistsTest, AMasterPlaylistNamesItsRenditions) {
  EXPECT_THAT(BlobsOfPlaylist("media/a/master.m3u8",
                              "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/index.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=2\r\n"
                              "v1/index.m3u8\r\n"),
              ElementsAre("media/a/v0/index.m3u8", "media/a/v1/index.m3u8"));
}

TEST(PlaylistsTest, ARenditionNamesItsBeginningAndSegmentsButNoKey) {
  EXPECT_THAT(BlobsOfPlaylist("media/a/v0/index.m3u8",
                              "#EXTM3U\n#EXT-X-MAP:URI=\"init.mp4\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"../key\"\n"
                              "#EXTINF:6,\nseg-00000.m4s\n#EXT-X-ENDLIST"),
              ElementsAre("media/a/v0/init.mp4", "media/a/v0/seg-00000.m4s"));
  EXPECT_THAT(BlobsOfPlaylist("x", ""), ElementsAre());
}

}  // namespace
}  // namespace academy::backup
