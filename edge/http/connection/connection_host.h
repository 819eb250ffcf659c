// What all connections of a server share. They keep it alive, since an answer may come after the server is gone.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "edge/http/connection/body_budget.h"
#include "edge/http/engine.h"
#include "edge/http/server_options.h"
#include "services/platform/base/timed_wait.h"

namespace academy::http {

// A client's connection, whatever it speaks, as the server sees it. Thread-safe.
class OpenConnection {
 public:
  virtual ~OpenConnection() = default;
  // Ends what took too long; `now` is SteadyNow().
  virtual void Sweep(absl::Duration now) = 0;
  // Another process goes on: lets the client connect again when it is convenient.
  virtual void Retire() = 0;
  // Closes as soon as what was asked is answered.
  virtual void Drain() = 0;
  // Closes whatever it is doing.
  virtual void Abort() = 0;
};

struct ConnectionHost {
  ConnectionHost(ServerOptions server_options, ServerHooks server_hooks)
      : options(std::move(server_options)),
        hooks(std::move(server_hooks)),
        bodies(options.body_budget),
        files(static_cast<size_t>(options.file_workers)) {}

  const ServerOptions options;
  const ServerHooks hooks;
  BodyBudget bodies;
  Engine engine;
  boost::asio::io_context io;
  // For what may wait for a disk.
  boost::asio::thread_pool files;
  // Whether another process accepts connections instead of this one.
  std::atomic<bool> retiring = false;
  std::atomic<bool> draining = false;

  absl::Mutex mutex;
  TimedWait closed;
  absl::flat_hash_map<OpenConnection*, std::weak_ptr<OpenConnection>> open ABSL_GUARDED_BY(mutex);
  // By the names of their addresses' groups.
  absl::flat_hash_map<std::string, size_t> by_group ABSL_GUARDED_BY(mutex);

  // Whether the address may have one more.
  bool MayConnect(std::string_view address) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);
  void CountIn(std::string_view address) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);
  void CountOut(std::string_view address) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex);

  // Takes the place of another connection from the same address, which leaves. False while draining: then it is to be
  // closed, since nobody may know of it any more.
  bool Succeed(const std::shared_ptr<OpenConnection>& successor, const std::string& peer) ABSL_LOCKS_EXCLUDED(mutex);
  // Once for each connection, at its end.
  void Leave(OpenConnection* connection, const std::string& peer) ABSL_LOCKS_EXCLUDED(mutex);

  // Completes the answer to a request that no handler gets; `head` is as much as was read of it.
  void CompleteRefusal(Response& answer, const std::string& id, const std::string& peer, const Head& head,
                       bool secure) const;
};

}  // namespace academy::http
