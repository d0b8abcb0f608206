#pragma once

/// Figure 8 of Chakrabarti, van den Berg, Dom 1999 (VLDB) again: what classification and
/// distillation inside a database cost, by the memory that its cache has, beside arrays.
///
/// In:  an engine, a cache, sizes.
/// Out: CPU time, of this process and of PostgreSQL's backend, and pages read past the cache.
///
/// Pages are vectors of terms drawn by Zipf's law, a third of them the topic's own; the model is
/// the published one with all terms. Links are drawn so that few pages are cited often. Files may
/// be in the cache of the system, so that times are those of the processor, and pages read say
/// what a disk would have had to do.
///
/// Source: section 3.8, figure 8: (a) and (b) SingleProbe over STAT (SQL) and over BLOB, BulkProbe;
/// (c) by size of the output; (d) distillation by a walk and by joins.
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::labs {

struct MiningRun {
  std::string postgres;                           ///< URL of an empty schema; "" for SQLite.
  std::filesystem::path folder;                   ///< For SQLite's files; it exists.
  std::vector<std::size_t> caches = {64U << 20};  ///< Bytes, of SQLite; PostgreSQL: one, unused.
  std::size_t topics = 120;                       ///< In two levels.
  std::size_t examples = 4000;
  std::size_t documents = 500;
  std::size_t terms = 250;  ///< Words of a page.
  std::int64_t pages = 20'000;
  std::int64_t links = 200'000;
  int rounds = 3;       ///< Rounds of distillation.
  bool singles = true;  ///< SingleProbe and the walk, too, which take long.
};

/// A bar of the figure.
struct MiningBar {
  std::string engine, method;
  std::size_t cache = 0;    ///< Bytes; 0: arrays, or as the server has it.
  double milliseconds = 0;  ///< CPU, for a document or for a round of distillation.
  double page_reads = 0;    ///< For the same.
  double megabytes = 0;     ///< Size of the tables, or of the arrays.
  double outputs = 0;       ///< Probabilities computed, for a document.
};

/// Prints progress on standard error. Errors: those of the engine.
Result<std::vector<MiningBar>> measure_mining(const MiningRun& run);

/// As a table of Markdown.
std::string table_of(const std::vector<MiningBar>& bars);

}  // namespace porthole::labs
