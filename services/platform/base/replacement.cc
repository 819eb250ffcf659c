#include "services/platform/base/replacement.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/time/clock.h"
#include "services/platform/base/status.h"
#include "services/platform/base/steady_time.h"

namespace academy {
namespace {

constexpr absl::Duration kLook = absl::Milliseconds(5);
constexpr std::string_view kServices[] = {"auth", "catalog", "enrollment", "presence"};

absl::Status Failed(const char* what, const std::filesystem::path& file) {
  return Error(absl::StatusCode::kFailedPrecondition, "file_error",
               std::string(what) + " " + file.string() + ": " + std::strerror(errno));
}

// Closes the descriptor at the end; a mapping stays without it.
struct Descriptor {
  ~Descriptor() {
    if (fd >= 0) ::close(fd);
  }
  const int fd;
};

}  // namespace

Replacement& Replacement::OfAcademy() {
  static auto* const replacement = new Replacement;
  return *replacement;
}

std::optional<size_t> Replacement::PlaceOf(std::string_view service) {
  const auto* found = std::find(std::begin(kServices), std::end(kServices), service);
  if (found == std::end(kServices)) return std::nullopt;
  return 1 + static_cast<size_t>(found - std::begin(kServices));
}

absl::Status Replacement::Watch(const std::filesystem::path& file) {
  Descriptor opened{::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)};
  if (opened.fd < 0) return Failed("cannot open", file);
  struct stat info {};
  if (::fstat(opened.fd, &info) != 0) return Failed("cannot read", file);
  // Beyond the end of a file there is nothing to look at.
  if (static_cast<size_t>(info.st_size) < kBytes && ::ftruncate(opened.fd, kBytes) != 0) {
    return Failed("cannot write", file);
  }
  void* mapped = ::mmap(nullptr, kBytes, PROT_READ, MAP_SHARED, opened.fd, 0);
  if (mapped == MAP_FAILED) return Failed("cannot read", file);
  state_.store(static_cast<const volatile char*>(mapped), std::memory_order_relaxed);
  return absl::OkStatus();
}

void Replacement::AwaitReturn(size_t place, std::function<void()> then) {
  absl::MutexLock lock(&mutex_);
  waiting_.push_back({.place = place, .until = SteadyNow() + kPatience, .then = std::move(then)});
  // Detached: it ends when nobody waits, and this object is never destroyed while somebody does.
  if (!std::exchange(looking_, true)) std::thread([this] { Look(); }).detach();
}

void Replacement::Look() {
  while (true) {
    std::vector<Waiting> returned;
    {
      absl::MutexLock lock(&mutex_);
      const absl::Duration now = SteadyNow();
      auto waits = [&](const Waiting& each) { return away(each.place) && now < each.until; };
      auto over = std::stable_partition(waiting_.begin(), waiting_.end(), waits);
      std::move(over, waiting_.end(), std::back_inserter(returned));
      waiting_.erase(over, waiting_.end());
      if (waiting_.empty() && returned.empty()) {
        looking_ = false;
        return;
      }
    }
    for (Waiting& each : returned) each.then();
    if (returned.empty()) absl::SleepFor(kLook);
  }
}

}  // namespace academy
