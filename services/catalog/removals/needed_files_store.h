// The files that rows name.
//
// Runs in its caller's snapshot and may throw as SOCI does.
#pragma once

#include <soci/soci.h>

#include <string>
#include <vector>

namespace academy::catalog {

struct NeededFiles {
  // Keys of blobs: courses' pictures, of each video that plays its playlist, poster, thumbnails and captions, and
  // complete uploads in the object store that are still to be processed.
  std::vector<std::string> blobs;
  // Names of the files of the other complete uploads that are still to be processed.
  std::vector<std::string> uploads;
};

NeededFiles ListNeededFiles(soci::session& sql);

}  // namespace academy::catalog
