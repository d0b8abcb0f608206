#pragma once

/// Pages with topics, for measuring classifiers: of the web in a box, of WebKB, of debtags.
///
/// Nothing here is copied into the project: all is read from where the corpora are.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::labs {

struct LabelledPage {
  std::string url;
  std::string group;  ///< Its site or university.
  std::vector<std::string> topics;  ///< "science/astronomy"; more than one only in debtags.
  std::string title, description, text;
};

/// Up to `per_site` pages of each site of the box that is no hub, of files over `least_bytes`: those of
/// which the hash of the address is smallest. Errors: those of labs::prepare_box().
Result<std::vector<LabelledPage>> read_box_pages(const std::filesystem::path& sites,
                                                 const std::filesystem::path& cache,
                                                 std::size_t per_site = 25, std::size_t least_bytes = 1500);

/// All pages of WebKB; topic is the class, group the university. Errors: kNotFound, kInvalid.
Result<std::vector<LabelledPage>> read_webkb(const std::filesystem::path& warc,
                                             const std::filesystem::path& labels);

/// The packages of a debtags list (JSON lines, unpacked), one page a package; group is the source package. Topics are
/// the tags of facet field:: (packages without one are left out), or the section.
enum class PackageTopic { kField, kSection };
Result<std::vector<LabelledPage>> read_debtags(const std::filesystem::path& lines,
                                               PackageTopic topic = PackageTopic::kField);

/// Reads pages that write_pages() wrote. Errors: kNotFound, kInvalid.
Result<std::vector<LabelledPage>> read_pages(const std::filesystem::path& file);
Result<void> write_pages(const std::filesystem::path& file, const std::vector<LabelledPage>& pages);

/// The pages that `read` gives, from folder/NAME.pages where they were kept before, else read and kept there; an empty
/// folder keeps nothing. Errors: those of `read`, read_pages() and write_pages().
Result<std::vector<LabelledPage>> kept_pages(const std::filesystem::path& folder, const std::string& name,
                                             const std::function<Result<std::vector<LabelledPage>>()>& read);

/// The lines of a text file, those that begin with # left out. Errors: kNotFound.
Result<std::vector<std::string>> read_lines(const std::filesystem::path& file);

}  // namespace porthole::labs
