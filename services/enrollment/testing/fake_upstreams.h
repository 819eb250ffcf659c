// Fakes of auth and the catalog as real gRPC servers on free ports.
//
// Thread-safe.
#pragma once

#include <grpcpp/grpcpp.h>

#include <memory>
#include <string>
#include <vector>

#include "services/enrollment/testing/fake_auth.h"
#include "services/enrollment/testing/fake_catalog.h"

namespace academy::enrollment {

// Serves both fakes until it is destroyed.
class FakeUpstreams {
 public:
  FakeUpstreams() {
    auth_server_ =
        Serve({static_cast<auth::v1::LearnerLookup::Service*>(&auth), static_cast<auth::v1::Sessions::Service*>(&auth),
               static_cast<auth::v1::Site::Service*>(&auth)},
              auth_address_);
    catalog_server_ = Serve(
        {static_cast<catalog::v1::Courses::Service*>(&catalog), static_cast<catalog::v1::Playback::Service*>(&catalog),
         static_cast<catalog::v1::Feed::Service*>(&catalog)},
        catalog_address_);
  }
  ~FakeUpstreams() {
    StopAuth();
    StopCatalog();
  }

  const std::string& auth_address() const { return auth_address_; }
  const std::string& catalog_address() const { return catalog_address_; }
  void StopAuth() {
    auth.feed().Stop();
    if (auth_server_ != nullptr) auth_server_->Shutdown();
    auth_server_.reset();
  }
  void StopCatalog() {
    catalog.feed().Stop();
    if (catalog_server_ != nullptr) catalog_server_->Shutdown();
    catalog_server_.reset();
  }

  FakeAuth auth;
  FakeCatalog catalog;

 private:
  static std::unique_ptr<grpc::Server> Serve(const std::vector<grpc::Service*>& services, std::string& address) {
    grpc::ServerBuilder builder;
    int port = 0;
    // Otherwise the kernel may assign a port that another test's server shares.
    builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    for (grpc::Service* service : services) builder.RegisterService(service);
    std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
    address = "127.0.0.1:" + std::to_string(port);
    return server;
  }

  std::string auth_address_;
  std::string catalog_address_;
  std::unique_ptr<grpc::Server> auth_server_;
  std::unique_ptr<grpc::Server> catalog_server_;
};

}  // namespace academy::enrollment
