#pragma once

/// Damages an index as a disk may: one bit, in a place where Xapian finds nothing wrong.

#include <gtest/gtest.h>
#include <xapian.h>

#include <filesystem>
#include <string>

#include "tests/support/files.h"

namespace porthole::testing {

/// Flips a bit of the last letter of `term` in the postings of the index in `folder`, so that
/// searches lose the term while Xapian's own check passes. Fails the test where no place does that.
inline void flip_posting(const std::filesystem::path& folder, const std::string& term) {
  const std::filesystem::path file = folder / "postlist.glass";
  const std::string sound = read_whole_file(file);
  for (std::size_t at = sound.find(term); at != std::string::npos; at = sound.find(term, at + 1)) {
    std::string flipped = sound;
    flipped[at + term.size() - 1] ^= 1;
    write_whole_file(file, flipped);
    if (!Xapian::Database(folder.string()).term_exists(term) &&
        Xapian::Database::check(folder.string(), 0, nullptr) == 0)
      return;
  }
  write_whole_file(file, sound);
  ADD_FAILURE() << "there is no such place of " << term;
}

}  // namespace porthole::testing
