// The currently attached edges: applies their messages and auth's events to the registry, and sends the resulting
// messages to the edges.
//
// Thread-safe. Its own thread sends the complete online list after it changed, at most once per interval.
#pragma once

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

  explicit Attachments(absl::Duration online_interval);
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
  void SignOut(const std::string& learner_id, const std::string& reason, int64_t feed_position = 0)
      ABSL_LOCKS_EXCLUDED(mutex_);

  std::vector<OnlineLearner> Online() const ABSL_LOCKS_EXCLUDED(mutex_);

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
  void Run() ABSL_LOCKS_EXCLUDED(mutex_);

  const absl::Duration online_interval_;
  mutable absl::Mutex mutex_;
  TimedWait ended_;
  std::function<void()> on_change_ ABSL_GUARDED_BY(mutex_);
  Registry registry_ ABSL_GUARDED_BY(mutex_);
  std::unordered_map<Stream*, Edge> edges_ ABSL_GUARDED_BY(mutex_);
  uint64_t reported_ ABSL_GUARDED_BY(mutex_) = 0;
  bool behind_ ABSL_GUARDED_BY(mutex_) = false;
  bool stopping_ ABSL_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace academy::presence
