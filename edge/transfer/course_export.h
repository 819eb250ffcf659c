// A course's learners, as pages of a CSV file.
#pragma once

#include <memory>

#include "academy/edge/v1/transfer.pb.h"
#include "edge/transfer/csv_pages.h"
#include "edge/transfer/stubs.h"
#include "services/platform/rpc/channel.h"

namespace academy::edge {

// `stubs` must outlive the pages. Thread-safe because pages are requested one at a time.
std::shared_ptr<CsvPages> PagesOfCourse(TransferStubs& stubs, CallIdentity identity,
                                        const v1::ExportCourseRequest& asked);

}  // namespace academy::edge
