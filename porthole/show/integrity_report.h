#pragma once

/// Runs the checks of integrity.h with progress, and prints what they found; shared by the verbs
/// `check repository` and `repair`.

#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "operations/integrity/integrity.h"
#include "porthole/common.h"
#include "porthole/interrupt.h"

namespace porthole::cli {

/// The help of the option --parse-all of both verbs.
inline constexpr const char* kParseAllHelp =
    "Parse all pages of the archive again and compare them with the repository, not 200 of them";

/// `parses_all`: all pages are parsed again, and not a sample. Errors: those of check_integrity().
Result<operations::Integrity> check_with_progress(const collection::Collection& collection,
                                                  const std::string& folder, bool parses_all,
                                                  const Interrupt& interrupt, const Common& common);

/// Prints a sentence for each finding with its remedy, and one for the whole; under --json a line
/// for each, with the members `check`, `level`, `what` and `remedy`, and one with the counts.
void print_integrity(const operations::Integrity& integrity, const std::string& folder,
                     const Common& common);

}  // namespace porthole::cli
