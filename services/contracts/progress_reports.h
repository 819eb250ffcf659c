// What the edge and enrollment agree on about batches of progress reports.
#pragma once

namespace academy {

// Reports in one request of ProgressReports.Report. They are one transaction, for which all other writes wait.
inline constexpr int kMaxReportsAtOnce = 256;

}  // namespace academy
