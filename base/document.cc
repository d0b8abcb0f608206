#include "base/document.h"

namespace porthole {

const char* parse_status_name(ParseStatus status) {
  switch (status) {
    case ParseStatus::kParsed: return "parsed";
    case ParseStatus::kTextOnly: return "text-only";
    case ParseStatus::kFallback: return "fallback";
    case ParseStatus::kUnsupported: return "unsupported";
  }
  return "unsupported";
}

}  // namespace porthole
