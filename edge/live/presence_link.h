// The edge's end of presence's Attach stream: tells presence of this edge's connections, passes its pushes on.
//
// Thread-safe. Reconnects for the whole life of the process; every (re)connection begins with the whole state, so that
// nothing depends on what an earlier stream lost.
#pragma once

#include <memory>
#include <string>

#include "edge/live/connections.h"

namespace grpc {
class Channel;
}

namespace academy::live {

class PresenceLink final : public PresenceListener {
 public:
  // `channel` leads to presence; `credential` is the academy's internal one.
  PresenceLink(std::shared_ptr<grpc::Channel> channel, std::string credential);
  // Stops.
  ~PresenceLink() override;

  PresenceLink(const PresenceLink&) = delete;
  PresenceLink& operator=(const PresenceLink&) = delete;

  // Starts attaching; `sink` must live until Stop returned.
  void Start(PresenceSink& sink);
  // Detaches; presence forgets this edge's connections.
  void Stop();

  // Whether a stream is open now.
  bool Attached() const;

  void Opened(const LiveConnection& connection) override;
  void Closed(const std::string& connection_id) override;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace academy::live
