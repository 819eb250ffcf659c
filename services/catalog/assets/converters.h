// Converts asset records to API messages.
//
// Pure functions, callable from any thread.
#pragma once

#include "academy/catalog/v1/assets.pb.h"
#include "services/catalog/assets/asset_record.h"

namespace academy::catalog {

v1::Asset ToProto(const AssetRecord& asset);
v1::UploadInWork ToProto(const UploadInWork& upload);

}  // namespace academy::catalog
