#pragma once

/// FigureBook: the figures of the laboratory, with what the papers published beside them.
///
/// In:  values over draws.
/// Out: a JSON file (the record that a later run is checked against), a page in Markdown, pictures
///      in SVG.
///
/// Thread safety: one thread.

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/experiments/svg_chart.h"

namespace porthole::labs {

// Estimates of means over draws, and of differences between two series of the same draws.
//
// Intervals are percentile bootstraps of the mean over draws; p is that of a two-sided sign-flip
// test of paired differences: the share of the random assignments of signs whose mean is as far
// from 0 as the one observed. Both resample with fixed random numbers: the same values give the
// same figures.
//
// Source: Efron, Tibshirani, "An introduction to the bootstrap", 1993, sections 13.3 (percentile
// interval) and 15 (permutation tests).

struct Estimate {
  double mean = 0;
  double low = 0, high = 0;  ///< 95 per cent.
  std::size_t n = 0;         ///< Draws; values that are not numbers do not count.
};
/// Not a number in all of it without values.
Estimate estimate_of(const std::vector<double>& values);

struct PairedDifference {
  Estimate difference;  ///< Mean of a - b.
  double p = 1;
};
/// Requires: lists of one length. Pairs in which a value is not a number are left out.
PairedDifference difference_of(const std::vector<double>& a, const std::vector<double>& b);

/// One quantity of one subject (a strategy, a kind of walk) on one web.
struct FigureRow {
  std::string web;        ///< "gen"
  std::string paper;      ///< "003 figure 3"
  std::string quantity;   ///< "precision until it stops"
  std::string subject;    ///< "rw"
  std::string published;  ///< ".92"; "" where nothing was.
  Estimate value;

  std::string id() const { return web + "/" + paper + "/" + quantity + "/" + subject; }
};

/// A claim that one subject is above another: a paired difference over draws.
struct ClaimRow {
  std::string web, paper;
  std::string claim;  ///< "hits-rw above hits, precision of 1,000 pages"
  PairedDifference found;

  std::string id() const { return web + "/" + paper + "/" + claim; }
};

struct Picture {
  std::string name;     ///< The name of its file, without ".svg".
  std::string caption;  ///< In Markdown.
  LineChart chart;
};

struct FigureBook {
  std::vector<std::string> webs;  ///< A line about each, in Markdown.
  std::vector<FigureRow> figures;
  std::vector<ClaimRow> claims;
  std::vector<Picture> pictures;
  std::vector<FigureRow> cells;     ///< Figures that a table of `tables` shows.
  std::vector<std::string> tables;  ///< Further tables, in Markdown.

  /// A quantity that no draw has is left out.
  void add(FigureRow row, const std::vector<double>& values) {
    if (values.empty()) return;
    row.value = estimate_of(values);
    figures.push_back(std::move(row));
  }
  void claim(ClaimRow row, const std::vector<double>& a, const std::vector<double>& b) {
    row.found = difference_of(a, b);
    claims.push_back(std::move(row));
  }
};

/// Figures and claims by id, rounded to four digits after the point.
std::string json_of(const FigureBook& book);

/// How much of a file of figures a book has made again.
enum class Made { kSome, kWhole };

/// Names each figure and claim of `book` that `json` (of json_of()) lacks or has with another value
/// or interval. Those that only `json` has are a difference when the book is the whole file, and
/// not when a run made some of the figures. Errors: kInvalid when it is not such a file.
Result<std::vector<std::string>> differences(const FigureBook& book, const std::string& json,
                                             Made made = Made::kSome);

/// Writes into `folder` the page `name`.md, which begins with `introduction`, `name`.json and the
/// pictures. Errors: kStorage, kDiskFull, kPermission.
Result<void> write_book(const FigureBook& book, const std::string& introduction,
                        const std::filesystem::path& folder, const std::string& name);

}  // namespace porthole::labs
