#include "services/catalog/media/hls.h"

#include <openssl/evp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string_view>

#include "services/platform/base/status.h"

namespace academy::catalog {
namespace {

namespace fs = std::filesystem;

constexpr size_t kChunk = 64 * 1024;
constexpr std::string_view kSegmentTag = "#EXTINF:";
constexpr std::string_view kStreamTag = "#EXT-X-STREAM-INF:";

absl::Status Failed(const fs::path& path) {
  return absl::UnavailableError("cannot read or write " + path.filename().string());
}

// 128 bits, big-endian.
std::string SequenceIv(uint64_t sequence) {
  std::string iv(16, '\0');
  for (int i = 0; i < 8; ++i) iv[15 - i] = static_cast<char>(sequence >> (8 * i));
  return iv;
}

absl::Status EncryptFile(const fs::path& path, const std::string& key, const std::string& iv) {
  fs::path encrypted = path.string() + ".encrypted";
  std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> cipher(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free);
  auto bytes = [](const std::string& text) { return reinterpret_cast<const unsigned char*>(text.data()); };
  if (cipher == nullptr || EVP_EncryptInit_ex(cipher.get(), EVP_aes_128_cbc(), nullptr, bytes(key), bytes(iv)) != 1) {
    return absl::InternalError("AES-128 is not available");
  }
  {
    std::ifstream in(path, std::ios::binary);
    std::ofstream out(encrypted, std::ios::binary);
    std::string plain(kChunk, '\0');
    std::string secret(kChunk + 16, '\0');
    auto* target = reinterpret_cast<unsigned char*>(secret.data());
    if (!in) return Failed(path);
    int made = 0;
    while (in.read(plain.data(), kChunk), in.gcount() > 0) {
      if (EVP_EncryptUpdate(cipher.get(), target, &made, bytes(plain), static_cast<int>(in.gcount())) != 1) {
        return absl::InternalError("AES-128 failed");
      }
      out.write(secret.data(), made);
    }
    if (in.bad() || EVP_EncryptFinal_ex(cipher.get(), target, &made) != 1) return Failed(path);
    out.write(secret.data(), made);
    if (!out.flush()) return Failed(encrypted);
  }
  std::error_code error;
  fs::rename(encrypted, path, error);
  return error ? Failed(path) : absl::OkStatus();
}

// Profile, constraints and level follow the version byte of the avcC box (ISO/IEC 14496-15, 5.3.3.1).
std::string VideoCodec(const fs::path& init) {
  std::ifstream in(init, std::ios::binary);
  std::string head(kChunk, '\0');
  in.read(head.data(), kChunk);
  head.resize(static_cast<size_t>(in.gcount()));
  size_t box = head.find("avcC");
  if (box == head.npos || box + 8 > head.size()) return "avc1.640028";
  char text[16];
  std::snprintf(text, sizeof(text), "avc1.%02x%02x%02x", static_cast<unsigned char>(head[box + 5]),
                static_cast<unsigned char>(head[box + 6]), static_cast<unsigned char>(head[box + 7]));
  return text;
}

// RFC 6381.
std::string CodecsOf(const fs::path& init, const VideoInfo& made) {
  std::string codecs = VideoCodec(init);
  if (made.audio_stream >= 0) codecs += made.audio_profile == "HE-AAC" ? ",mp4a.40.5" : ",mp4a.40.2";
  return codecs;
}

int64_t BitRate(int64_t bytes, double seconds) {
  return static_cast<int64_t>(static_cast<double>(bytes) * 8 / std::max(seconds, 0.1));
}

void AddSegment(double seconds, int64_t bytes, EncryptedRendition& rendition) {
  ++rendition.segments;
  rendition.duration += seconds;
  rendition.longest_segment = std::max(rendition.longest_segment, seconds);
  // A short last segment is not representative of the bitrate.
  if (seconds >= 1 || rendition.peak_bitrate == 0) {
    rendition.peak_bitrate = std::max(rendition.peak_bitrate, BitRate(bytes, seconds));
  }
}

}  // namespace

absl::StatusOr<EncryptedRendition> EncryptRendition(const fs::path& folder, const std::string& key,
                                                    const std::string& key_uri, const VideoInfo& made) {
  std::ifstream plain(folder / "index.m3u8");
  std::ostringstream playlist;
  EncryptedRendition rendition;
  int64_t bytes = 0;
  double seconds = 0;
  std::string line;
  while (std::getline(plain, line)) {
    playlist << line << '\n';
    if (line.starts_with("#EXT-X-MAP:")) {
      playlist << "#EXT-X-KEY:METHOD=AES-128,URI=\"" << key_uri << "\"\n";
    } else if (line.starts_with(kSegmentTag)) {
      seconds = std::strtod(line.c_str() + kSegmentTag.size(), nullptr);
    } else if (!line.empty() && line.front() != '#') {
      fs::path segment = folder / fs::path(line).filename();
      std::error_code error;
      auto size = static_cast<int64_t>(fs::file_size(segment, error));
      if (error) return Failed(segment);
      // Sequence numbers start at 0, because ffmpeg writes EXT-X-MEDIA-SEQUENCE:0.
      RETURN_IF_ERROR(EncryptFile(segment, key, SequenceIv(static_cast<uint64_t>(rendition.segments))));
      AddSegment(seconds, size, rendition);
      bytes += size;
    }
  }
  if (rendition.segments == 0) return MediaError(kVideoDamaged);
  rendition.average_bitrate = BitRate(bytes, rendition.duration);
  rendition.peak_bitrate = std::max(rendition.peak_bitrate, rendition.average_bitrate);
  rendition.codecs = CodecsOf(folder / "init.mp4", made);
  std::ofstream out(folder / "index.m3u8", std::ios::trunc);
  out << playlist.str();
  if (!out.flush()) return Failed(folder / "index.m3u8");
  return rendition;
}

std::string EmptyMasterPlaylist() { return "#EXTM3U\n#EXT-X-VERSION:7\n#EXT-X-INDEPENDENT-SEGMENTS\n"; }

void AppendToMasterPlaylist(const std::string& folder, const EncryptedRendition& rendition, const VideoInfo& made,
                            std::string& master) {
  std::ostringstream text;
  text << kStreamTag << "BANDWIDTH=" << rendition.peak_bitrate << ",AVERAGE-BANDWIDTH=" << rendition.average_bitrate
       << ",RESOLUTION=" << made.width << 'x' << made.height << ",CODECS=\"" << rendition.codecs << '"';
  if (made.frame_rate > 0) {
    char rate[32];
    std::snprintf(rate, sizeof(rate), ",FRAME-RATE=%.3f", made.frame_rate);
    text << rate;
  }
  text << '\n' << folder << "/index.m3u8\n";
  master += text.str();
}

std::string KeepFirstRendition(const std::string& master, const std::string& prefix) {
  size_t first = master.find(kStreamTag);
  if (first == master.npos) return master;
  std::string kept = master.substr(0, master.find(kStreamTag, first + 1));
  size_t address = kept.find('\n', first);
  if (address != kept.npos) kept.insert(address + 1, prefix);
  return kept;
}

std::vector<double> SegmentStartsOf(const std::string& playlist) {
  std::vector<double> cuts;
  std::istringstream lines(playlist);
  std::string line;
  double end = 0;
  while (std::getline(lines, line)) {
    if (!line.starts_with(kSegmentTag)) continue;
    // Written by ffmpeg of a stranger's file: a duration may be anything.
    double next = end + std::strtod(line.c_str() + kSegmentTag.size(), nullptr);
    if (!std::isfinite(next) || next <= end) continue;
    if (end > 0) cuts.push_back(end);
    end = next;
  }
  return cuts;
}

}  // namespace academy::catalog
