// Stands in front of a database server and can stop passing anything on, as one whose processes are stopped: the kernel
// still accepts connections and acknowledges what is sent.
//
// Thread-safe.
#pragma once

#include <cstdint>
#include <list>
#include <string>
#include <thread>

#include "absl/base/thread_annotations.h"
#include "absl/synchronization/mutex.h"

namespace academy {

class ServerProxy {
 public:
  // In front of the server of a TestDatabase's URL.
  explicit ServerProxy(const std::string& url);
  ~ServerProxy();

  ServerProxy(const ServerProxy&) = delete;
  ServerProxy& operator=(const ServerProxy&) = delete;

  // The URL with the proxy as the only host, and with the server itself as the second.
  std::string url() const { return With(address_, std::to_string(port_)); }
  std::string url_with_server() const;

  // From now on nothing passes: neither on connections that are open nor on new ones.
  void Silence() ABSL_LOCKS_EXCLUDED(mutex_);
  // Likewise, but new connections work.
  void SilenceOpenConnections() ABSL_LOCKS_EXCLUDED(mutex_);

  // How many connections it has accepted.
  int64_t connections() const ABSL_LOCKS_EXCLUDED(mutex_);
  // Waits until it has accepted `count` more.
  void AwaitConnections(int64_t count) ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Pair {
    int client;
    int server;
    bool silent = false;
  };

  std::string With(const std::string& host, const std::string& port) const;
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);
  void Accept() ABSL_LOCKS_EXCLUDED(mutex_);
  void Wake() const;

  const std::string url_;
  const std::string address_ = "127.0.0.1";
  // Of the server: the folder of its socket, and its port.
  std::string server_host_;
  std::string server_port_;
  int listener_ = -1;
  int port_ = 0;
  // Written to whenever the thread must look again.
  int wake_[2] = {-1, -1};
  mutable absl::Mutex mutex_;
  std::list<Pair> pairs_ ABSL_GUARDED_BY(mutex_);
  int64_t accepted_ ABSL_GUARDED_BY(mutex_) = 0;
  bool silent_ ABSL_GUARDED_BY(mutex_) = false;
  bool stop_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy
