#include "services/platform/health/process_watch.h"

#include <sys/statvfs.h>

#include <fstream>
#include <string>

namespace academy {

void WatchProcess(const Process& process) {
  process.metrics().Gauge("academy_disk_free_bytes", "Free bytes of the data folder's disk",
                          [folder = process.data().string()] {
                            struct statvfs disk {};
                            if (::statvfs(folder.c_str(), &disk) != 0) return -1.0;
                            return static_cast<double>(disk.f_bavail) * static_cast<double>(disk.f_frsize);
                          });
  process.metrics().Gauge("academy_process_restarts", "Restarts since the start of the academy",
                          [file = process.run_folder() / (process.name() + ".restarts")] {
                            double restarts = 0;
                            std::ifstream(file) >> restarts;
                            return restarts;
                          });
}

}  // namespace academy
