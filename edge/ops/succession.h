// How an edge takes the place of another one on the same data folder, so that no connection is refused meanwhile: over
// a Unix socket in the run folder it gets the listening socket and the lock of the folder, of which each has its own
// descriptor from then on. Both accept connections until the new one says that it serves; if it never does, the old one
// goes on as if nobody had asked.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace academy::edge {

// What the new edge gets. Not thread-safe.
class Inheritance {
 public:
  // Asks the edge that listens at `socket`. FAILED_PRECONDITION no_predecessor where there is none of this user, or it
  // answers nothing within 10 s.
  static absl::StatusOr<Inheritance> Ask(const std::filesystem::path& socket);

  Inheritance(Inheritance&& other) noexcept;
  Inheritance& operator=(Inheritance&&) = delete;
  ~Inheritance();

  // Each once; the caller owns the descriptor.
  int TakeLock();
  int TakeListener();

  // Says that this edge serves. UNAVAILABLE predecessor_gone where nobody hears it, which changes nothing.
  absl::Status Confirm();

 private:
  Inheritance() = default;

  int talk_ = -1;
  int lock_ = -1;
  int listener_ = -1;
};

// What the old edge listens with. Thread-safe.
class Testament {
 public:
  // Listens at `socket`, whose file it replaces, from now until it is destroyed. Passes both descriptors on, which stay
  // the caller's, and calls `succeeded` once, on its own thread, when a new edge serves. FAILED_PRECONDITION
  // path_too_long or file_error.
  static absl::StatusOr<std::unique_ptr<Testament>> Open(const std::filesystem::path& socket, int lock, int listener,
                                                         std::function<void()> succeeded);
  ~Testament();

  Testament(const Testament&) = delete;
  Testament& operator=(const Testament&) = delete;

  // Whether a new edge serves.
  bool succeeded() const;

 private:
  class Impl;
  explicit Testament(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::edge
