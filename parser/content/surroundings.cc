#include "parser/content/surroundings.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <utility>

namespace porthole::parser::block_feature {
namespace {

/// Elements whose share of the page is a feature.
constexpr std::array<std::pair<BlockTag, const char*>, 24> kAround = {{
    {BlockTag::kSection, "in_section"}, {BlockTag::kArticle, "in_article"},
    {BlockTag::kMain, "in_main"},       {BlockTag::kNav, "in_nav"},
    {BlockTag::kHeader, "in_header"},   {BlockTag::kFooter, "in_footer"},
    {BlockTag::kAside, "in_aside"},     {BlockTag::kP, "in_p"},
    {BlockTag::kList, "in_list"},       {BlockTag::kLi, "in_li"},
    {BlockTag::kDl, "in_dl"},           {BlockTag::kDd, "in_dd"},
    {BlockTag::kTable, "in_table"},     {BlockTag::kTd, "in_td"},
    {BlockTag::kTh, "in_th"},           {BlockTag::kCaption, "in_caption"},
    {BlockTag::kPre, "in_pre"},         {BlockTag::kBlockquote, "in_blockquote"},
    {BlockTag::kFigure, "in_figure"},   {BlockTag::kForm, "in_form"},
    {BlockTag::kButton, "in_button"},   {BlockTag::kOption, "in_option"},
    {BlockTag::kDetails, "in_details"}, {BlockTag::kDialog, "in_dialog"},
}};

}  // namespace

Surroundings::Surroundings(const BlockCollector& page, std::uint32_t own, std::uint32_t page_words)
    : elements_(page.elements()),
      run_sizes_(page.runs()),
      page_words_(page_words),
      all_(static_cast<float>(std::max<std::uint32_t>(page_words, 1))) {
  for (std::uint32_t e = own; levels_ < kLevels; e = elements_[e].parent) {
    around_[static_cast<std::size_t>(levels_++)] = e;
    if (elements_[e].parent == e) break;
  }
  Marks seen = 0;
  for (int level = 0; level < levels_; ++level) read_level(level, seen);
}

void Surroundings::read_level(int level, Marks& seen) {
  const PageElement& e = up(level);
  const float share = static_cast<float>(e.words) / all_;
  float& tag = tags_[static_cast<std::size_t>(e.tag)];
  if (tag == 0) tag = share + 0.001F;
  for (Marks rest = e.marks & ~seen; rest != 0; rest &= rest - 1)
    marks_[static_cast<std::size_t>(std::countr_zero(rest))] = share + 0.001F;
  seen |= e.marks;
  const std::uint32_t size = run_sizes_[e.run];
  const RunAround run{e.run,     size,
                      e.ordinal, static_cast<std::uint32_t>(level),
                      e.words,   ratio(e.link_words, e.words)};
  if (size >= 3 && inner_run_.size < 3) inner_run_ = run;
  if (size > big_run_.size) big_run_ = run;
}

const PageElement& Surroundings::up(int level) const {
  return elements_[around_[static_cast<std::size_t>(std::min(level, levels_ - 1))]];
}

/// The innermost element for which `holds` is true, the outermost if there is none.
template <class Holds>
const PageElement& Surroundings::first(Holds holds) const {
  int level = 0;
  while (level + 1 < levels_ && !holds(up(level))) ++level;
  return up(level);
}

void Surroundings::put_tags_and_marks(Row& row, std::uint32_t block_words) const {
  const PageElement& own = up(0);
  row.put("tag", static_cast<float>(own.tag));
  row.put("depth", own.depth);
  row.put("hidden", own.hidden);
  row.put("own_share_of_element", ratio(block_words, own.words));
  for (const auto& [tag, name] : kAround) row.put(name, tags_[static_cast<std::size_t>(tag)]);
  for (std::size_t i = 0; i < kMarkGroups; ++i) row.put_named("mark_", mark_name(i), marks_[i]);
}

void Surroundings::put_levels(Row& row) const {
  put_element(row, "up1_", up(1));
  put_element(row, "up2_", up(2));
  put_element(row, "up4_", up(4));
  put_element(row, "up6_", up(6));
  put_element(row, "four_", first([](const PageElement& e) { return e.blocks >= 4; }));
  const auto holds_part = [this](float part) {
    return
        [this, part](const PageElement& e) { return static_cast<float>(e.words) >= all_ / part; };
  };
  put_element(row, "tenth_", first(holds_part(10)));
  const PageElement& third = first(holds_part(3));
  put_element(row, "third_", third);
  row.put("third_depth", third.depth);
}

void Surroundings::put_element(Row& row, const char* prefix, const PageElement& element) const {
  row.prefix(prefix);
  row.put("share", static_cast<float>(element.words) / all_);
  row.put("link_density", ratio(element.link_words, element.words));
  row.put("words_per_block", ratio(element.words, element.blocks));
  row.put("stop_density", ratio(element.stops, element.words));
  row.put("long_share", ratio(element.long_words, element.words));
  row.put("images", element.all_images);
  row.put("controls", element.all_controls);
  row.put("prices", element.prices);
  row.prefix("");
}

void Surroundings::put_runs(Row& row, std::span<const RunSum> sums) const {
  put_run(row, "run_", inner_run_, sums[inner_run_.run]);
  put_run(row, "big_run_", big_run_, sums[big_run_.run]);
}

void Surroundings::put_run(Row& row, const char* prefix, const RunAround& run,
                           const RunSum& sum) const {
  row.prefix(prefix);
  row.put("size", run.size);
  row.put("ordinal", run.ordinal);
  row.put("level", run.level);
  row.put("words", run.words);
  row.put("link_density", run.link_density);
  row.put("share", ratio(sum.words, page_words_));
  row.put("mean_words", ratio(sum.words, run.size));
  row.put("all_link_density", ratio(sum.link_words, sum.words));
  row.put("long_share", ratio(sum.long_words, sum.words));
  row.put("images", ratio(sum.images, run.size));
  row.put("prices", ratio(sum.prices, run.size));
  row.put("dates", ratio(sum.dates, run.size));
  row.put("controls", ratio(sum.controls, run.size));
  row.prefix("");
}

}  // namespace porthole::parser::block_feature
