// What a playlist of a video refers to.
//
// Pure and thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace academy::backup {

// Keys of the blobs that the HLS playlist with the key `key` names: renditions, beginnings and segments. The address of
// the encryption key is no blob's.
std::vector<std::string> BlobsOfPlaylist(std::string_view key, std::string_view text);

}  // namespace academy::backup
