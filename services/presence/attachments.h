// The currently attached edges: applies their messages and auth's events to the registry, and sends the resulting
// messages to the edges.
//
// Thread-safe. Its own thread sends who is online after it changed, at most once per interval.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/status/status.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/time.h"
#include "academy/presence/v1/presence.pb.h"
#include "services/platform/base/timed_wait.h"
#include "services/presence/registry.h"

namespace academy::presence {

class Attachments {
 public:
  using Response = std::shared_ptr<const v1::AttachResponse>;

  // One edge's stream. Its methods are called with a lock held, so they must not call back before they return.
  class Stream {
   public:
    virtual ~Stream() = default;
    // Starts to send. The next call comes after Attachments::OnSent.
    virtual void Send(Response response) = 0;
    virtual void End(const absl::Status& status) = 0;
  };

  struct Options {
    absl::Duration online_interval = absl::Seconds(1);
    // How long edges are told of nobody after the start: not all have attached yet, and another presence knows more.
    absl::Duration settle = absl::ZeroDuration();
    // How often edges hear at least, so that they know a presence that hangs; infinite for never.
    absl::Duration heartbeat = absl::InfiniteDuration();
  };

  // The most learners of whom edges get a list; of more they get the number.
  static constexpr size_t kMaxListed = 1000;

  explicit Attachments(const Options& options);
  ~Attachments();

  Attachments(const Attachments&) = delete;
  Attachments& operator=(const Attachments&) = delete;

  // Sets the function that is called, with a lock held, when Online() has changed; null removes it.
  void OnChange(std::function<void()> on_change) ABSL_LOCKS_EXCLUDED(mutex_);

  // The streams call these: Add at the start, Receive for each message, OnSent after each send, Remove at the end. A
  // stream must stay alive until Remove has returned.
  void Add(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  // Hello must come first, then the snapshot; INVALID_ARGUMENT otherwise. A second stream of the same edge replaces the
  // first, which ends with ABORTED.
  absl::Status Receive(Stream* stream, const v1::AttachRequest& request) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends the stream from this side, if it has not ended.
  void End(Stream* stream, const absl::Status& status) ABSL_LOCKS_EXCLUDED(mutex_);
  void OnSent(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  void Remove(Stream* stream) ABSL_LOCKS_EXCLUDED(mutex_);
  // Ends every stream, for a graceful stop.
  void EndAll() ABSL_LOCKS_EXCLUDED(mutex_);

  // Apply an ended session from auth's feed, and a sign-out by a manager.
  void EndSession(const std::string& session_id, const std::string& reason, int64_t feed_position)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position)
      ABSL_LOCKS_EXCLUDED(mutex_);
  void ForgetSignOuts() ABSL_LOCKS_EXCLUDED(mutex_);

  // Whether any edge is attached; without one nothing is known of who is online.
  bool HasEdges() const ABSL_LOCKS_EXCLUDED(mutex_);
  // As in Registry.
  std::vector<OnlineLearner> Online() const ABSL_LOCKS_EXCLUDED(mutex_);
  size_t OnlineCount() const ABSL_LOCKS_EXCLUDED(mutex_);
  std::vector<OnlineChange> TakeChanges() ABSL_LOCKS_EXCLUDED(mutex_);
  std::vector<OnlineLearner> TakeAll() ABSL_LOCKS_EXCLUDED(mutex_);

 private:
  struct Edge {
    std::string id;
    bool whole = false;
    bool sending = false;
    std::deque<Response> waiting;
    // Only the newest list, so that a slow edge skips outdated ones.
    Response online;
    // members_version of the list that was sent last or is in `online`.
    uint64_t told = kNothing;
  };
  static constexpr uint64_t kNothing = ~uint64_t{0};

  void Hello(Stream* stream, Edge& edge, const std::string& edge_id) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Deliver(const std::vector<Push>& pushes) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void SendNext(Stream* stream, Edge& edge) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Call after any change of the registry or the edges.
  void Changed() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  bool SomeoneIsBehind() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void TellAll() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  // Sends a heartbeat to the edges to which nothing is being sent.
  void Beat() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  const Options options_;
  mutable absl::Mutex mutex_;
  // Serves the waits of the thread.
  TimedWait changed_;
  std::function<void()> on_change_ ABSL_GUARDED_BY(mutex_);
  Registry registry_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Stream*, Edge> edges_ ABSL_GUARDED_BY(mutex_);
  uint64_t reported_ ABSL_GUARDED_BY(mutex_) = 0;
  bool behind_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::presence
