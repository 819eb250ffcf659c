// Seals a plain HLS rendition: encrypts its segments and writes the playlists that name the key.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "services/catalog/media/probe.h"

namespace academy::catalog {

// Where players ask for the key, relative to a rendition's playlist: media/<token>/key.
inline constexpr char kKeyUri[] = "../key";

struct SealedRendition {
  // Seconds, all segments together, and the longest.
  double duration = 0;
  double longest_segment = 0;
  // Bits a second: of the largest segment, and over all.
  int64_t peak_bitrate = 0;
  int64_t average_bitrate = 0;
  int segments = 0;
  // RFC 6381, `avc1.64001f,mp4a.40.2`.
  std::string codecs;
};

// Encrypts each segment of `folder`/index.m3u8 in place with AES-128-CBC (PKCS #7), its media sequence number as IV
// (RFC 8216 sections 4.3.2.4 and 5.2), and writes the key's address into the playlist, after EXT-X-MAP: the
// initialization section stays in the clear. `key` has 16 bytes; `made` is what the encoder returned. INTERNAL or
// UNAVAILABLE when a file cannot be read or written, MediaError when there is no segment.
absl::StatusOr<SealedRendition> SealRendition(const std::filesystem::path& folder, const std::string& key,
                                              const VideoInfo& made);

// A master playlist without a rendition.
std::string EmptyMaster();
// Adds the rendition at `folder`/index.m3u8, relative to the master playlist.
void AddToMaster(const std::string& folder, const SealedRendition& rendition, const VideoInfo& made,
                 std::string& master);
// `master` as it was with its first rendition alone.
std::string WithFirstRendition(const std::string& master);

// Seconds at which the segments of a media playlist begin, but for the first.
std::vector<double> CutsOf(const std::string& playlist);

}  // namespace academy::catalog
