#pragma once

/// Edits of one part of a specification: limits, seeds, the network, the storage, sites kept out.
/// Each returns the changed text, in which everything else stays as it is.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

// Changes limits in the text of a specification.

/// Returns `text` with the attributes of <limit> set: {"pages", 5000}. The one that holds is
/// changed; where there is none, it is added. Everything else is unchanged (comments and layout
/// included).
/// Requires: a valid specification, and names of attributes of <limit> whose values are numbers.
/// Errors: kInvalid for text that is not XML, or an empty element <collection/>.
Result<std::string> set_limits(const std::string& text,
                               const std::vector<std::pair<std::string, std::int64_t>>& limits);

// Blocks a host: adds rules that reject it to the end of the specification's <scope>.

/// Returns `text` of a specification with rules added that reject every URL of `host` (as
/// Url::host_and_port() returns it); everything else is unchanged, comments and layout included.
/// The last matching rule decides, so earlier rules do not matter.
///
/// Errors: kInvalid when `text` is not XML, or has no <collection> element to add it to.
Result<std::string> keep_out(const std::string& text, const std::string& host);

// Changes the <network> of a specification.

/// Returns `text` of a specification with <allow addresses="..."/> for these addresses and ranges,
/// which may be separated by commas, too; everything else is unchanged. None change nothing.
/// Errors: kUsage for what is neither an address nor a range; kInvalid for text that is not XML.
Result<std::string> allow_addresses(const std::string& text,
                                    const std::vector<std::string>& addresses);

// Takes seeds out of the text of a specification.

/// Removes the <seed> elements whose page is one of `urls`; everything else is unchanged (comments
/// and layout included). Errors: those of xml::read_tree(); kNotFound for a URL that no <seed>
/// names, and then nothing is removed.
Result<std::string> remove_seeds(const std::string& text, const std::vector<std::string>& urls);

// Changes the storage in the text of a specification.

/// Returns `text` with `url` as that of <storage>, which is added where there is none. Everything
/// else is unchanged (comments and layout included).
/// Requires: a valid specification. Errors: kInvalid for text that is not XML, or an empty element
/// <collection/>.
Result<std::string> set_storage(const std::string& text, const std::string& url);

}  // namespace porthole::collection
