// The calls with which owners edit the site: /api/cm/site/fetch, save-draft and publish.
//
// auth stores what they change; here it is put over the edge's folder, and shown as visitors would see it.
//
// Thread-safe.
#pragma once

#include <memory>
#include <string>

#include "academy/auth/v1/site.grpc.pb.h"
#include "edge/api/transcoder.h"
#include "edge/site/published_site.h"
#include "edge/site/site_folder.h"
#include "edge/upstream/channels.h"
#include "edge/upstream/in_flight_calls.h"

namespace academy::edge {

class SiteEditor {
 public:
  // All but `channels` must outlive this, and no exchange may be open when it is destroyed.
  SiteEditor(const Channels& channels, const Transcoder& transcoder, const SiteFolder& folder,
             PublishedSite& published);

  void Fetch(const SharedExchange& exchange, const Route& route);
  void SaveDraft(const SharedExchange& exchange, const Route& route);
  void Publish(const SharedExchange& exchange, const Route& route);

 private:
  void Send(const SharedExchange& exchange, const std::string& message, const auth::v1::StoredSite& site,
            bool replayed) const;

  auth::v1::Site::Stub site_;
  const Transcoder& transcoder_;
  const SiteFolder& folder_;
  PublishedSite& published_;
  // Declared last, so that its destructor waits before the other members are destroyed.
  InFlightCalls in_flight_;
};

}  // namespace academy::edge
