#pragma once

/// Runs the checks of integrity.h with progress, and prints what they found; shared by the verbs
/// `check repository` and `repair`.

#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "porthole/common.h"
#include "porthole/integrity/integrity.h"
#include "porthole/interrupt.h"

namespace porthole::cli {

/// Errors: those of check_integrity().
Result<Integrity> check_with_progress(const collection::Collection& collection,
                                      const std::string& folder, const Interrupt& interrupt,
                                      const Common& common);

/// Prints a sentence for each finding with its remedy, and one for the whole; under --json a line
/// for each, with the members `check`, `level`, `what` and `remedy`, and one with the counts.
void print_integrity(const Integrity& integrity, const std::string& folder, const Common& common);

}  // namespace porthole::cli
