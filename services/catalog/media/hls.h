// Encrypts HLS renditions and writes their playlists.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/media/video_info.h"

namespace academy::catalog {

// URL of the key, media/<token>/key, relative to a rendition's playlist in the asset's folder, and to one in the folder
// of an attempt.
inline constexpr char kKeyUri[] = "../key";
inline constexpr char kAttemptKeyUri[] = "../../key";

struct EncryptedRendition {
  // Total duration of all segments and the longest one, in seconds.
  double duration = 0;
  double longest_segment = 0;
  // Bits per second: of the largest segment, and on average.
  int64_t peak_bitrate = 0;
  int64_t average_bitrate = 0;
  int segments = 0;
  // RFC 6381, `avc1.64001f,mp4a.40.2`.
  std::string codecs;
};

// Encrypts each segment of `folder`/index.m3u8 in place with AES-128-CBC (PKCS #7), with its media sequence number as
// IV (RFC 8216 sections 4.3.2.4 and 5.2), and writes `key_uri` into the playlist after EXT-X-MAP, so the
// initialization section stays unencrypted. `key` has 16 bytes; `made` is the encoder's result. INTERNAL or UNAVAILABLE
// if a file cannot be read or written, MediaError if there is no segment.
absl::StatusOr<EncryptedRendition> EncryptRendition(const std::filesystem::path& folder, const std::string& key,
                                                    const std::string& key_uri, const VideoInfo& made);

// Returns a master playlist without renditions.
std::string EmptyMasterPlaylist();
// Adds the rendition at `folder`/index.m3u8, relative to the master playlist.
void AppendToMasterPlaylist(const std::string& folder, const EncryptedRendition& rendition, const VideoInfo& made,
                            std::string& master);
// Returns `master` with only its first rendition, whose address gets `prefix`.
std::string KeepFirstRendition(const std::string& master, const std::string& prefix = "");

// Returns the start times in seconds of a media playlist's segments, except the first.
std::vector<double> SegmentStartsOf(const std::string& playlist);

}  // namespace academy::catalog
