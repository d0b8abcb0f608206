#include "parser/content/block_features.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <initializer_list>
#include <unordered_map>

#include "parser/content/feature_row.h"
#include "parser/content/surroundings.h"

namespace porthole::parser {
namespace {

using namespace block_feature;

constexpr std::uint32_t kLongWords = 15;  ///< A block of so many words with few links is long.
constexpr float kFar = 100;               ///< The distance to what is not there.

/// The groups of marks or phrases with these names.
std::vector<std::size_t> groups_named(std::size_t (*group)(std::string_view),
                                      std::initializer_list<std::string_view> names) {
  std::vector<std::size_t> groups;
  for (const std::string_view name : names) groups.push_back(group(name));
  return groups;
}

class Maker {
 public:
  Maker(std::string_view text, BlockCollector& page, const PageHints& hints)
      : text_(text), page_(page), hints_(hints), url_(url_hints(hints.url)) {}

  BlockFeatures make();
  void name_all(std::vector<std::string>& names);

 private:
  void read_blocks();
  void sum_elements();
  void sum_runs();
  void sum_page();
  void add_block(std::size_t at);
  void add_alike(std::size_t at);
  void add_element(const PageElement& element);
  void find_heads();
  void put_text(Row& row, std::size_t at) const;
  void put_neighbour(Row& row, std::size_t at, std::int64_t other) const;
  void put_elements(Row& row, std::size_t at) const;
  void put_place(Row& row, std::size_t at) const;
  void put_alike(Row& row, std::size_t at) const;
  void put_page(Row& row) const;
  void put_row(Row& row, std::size_t at) const;
  void put_heading(Row& row, std::size_t at) const;
  std::uint64_t likeness(std::size_t at) const;
  std::uint32_t link_words(std::size_t at) const;

  const std::string_view text_;
  BlockCollector& page_;
  const PageHints& hints_;
  const UrlHints url_;
  Whole whole_;
  std::vector<BlockStats> stats_;
  std::vector<Line> lines_;
  std::vector<RunSum> run_sums_;  ///< By the index of a run.
  std::vector<std::uint32_t> words_before_;
  std::vector<std::uint32_t> long_before_;           ///< Words in long blocks before.
  std::vector<std::int32_t> heading_;                ///< The last heading before each block, or -1.
  std::vector<std::int32_t> last_long_, next_long_;  ///< Places of long blocks, or -1.
  std::int32_t first_h1_ = -1, title_block_ = -1;
  std::unordered_map<std::uint64_t, Alike> alike_;
  std::unordered_map<std::uint64_t, std::uint32_t> copies_;  ///< By the hash of the words.
  std::vector<std::uint32_t> copy_ordinals_;
  std::vector<std::uint32_t> groups_;
};

std::uint64_t Maker::likeness(std::size_t at) const {
  const PageElement& element = page_.elements()[page_.blocks()[at].element];
  return static_cast<std::uint64_t>(element.path) << 32 | element.signature;
}

std::uint32_t Maker::link_words(std::size_t at) const {
  return static_cast<std::uint32_t>(
      std::lround(lines_[at].link_density * static_cast<float>(stats_[at].words)));
}

void Maker::read_blocks() {
  const auto& blocks = page_.blocks();
  const PageWords words{WordSet(hints_.title), WordSet(hints_.description),
                        WordSet(hints_.data_text)};
  stats_.reserve(blocks.size());
  lines_.reserve(blocks.size());
  for (const PageBlock& block : blocks) {
    const std::string_view text = text_.substr(block.begin, block.end - block.begin);
    stats_.push_back(stats_of(text, words));
    const BlockStats& stats = stats_.back();
    Line line;
    line.link_density = ratio(block.link_bytes, block.end - block.begin);
    line.heading = heading_level(page_.elements()[block.element].tag);
    line.is_long = stats.words >= kLongWords && line.link_density < 0.4F;
    lines_.push_back(line);
  }
}

void Maker::sum_elements() {
  const auto& blocks = page_.blocks();
  auto& elements = page_.elements();
  for (PageElement& element : elements) {
    element.words = element.link_words = element.stops = element.links = 0;
    element.blocks = element.long_words = element.prices = element.dates = 0;
    element.all_images = element.images;
    element.all_controls = element.controls;
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    PageElement& element = elements[blocks[i].element];
    element.words += stats_[i].words;
    element.link_words += link_words(i);
    element.stops += stats_[i].sentences + stats_[i].commas;
    element.links += blocks[i].links;
    ++element.blocks;
    if (has_price(stats_[i])) ++element.prices;
    if (has_date(stats_[i])) ++element.dates;
    if (lines_[i].is_long) element.long_words += stats_[i].words;
  }
  for (std::size_t i = elements.size(); i-- > 1;) {
    const PageElement& inner = elements[i];
    PageElement& outer = elements[inner.parent];
    outer.words += inner.words;
    outer.link_words += inner.link_words;
    outer.stops += inner.stops;
    outer.links += inner.links;
    outer.blocks += inner.blocks;
    outer.long_words += inner.long_words;
    outer.prices += inner.prices;
    outer.dates += inner.dates;
    outer.all_images += inner.all_images;
    outer.all_controls += inner.all_controls;
  }
}

void Maker::sum_runs() {
  run_sums_.resize(page_.runs().size());
  for (const PageElement& element : page_.elements()) {
    RunSum& sum = run_sums_[element.run];
    sum.words += element.words;
    sum.link_words += element.link_words;
    sum.long_words += element.long_words;
    sum.images += element.all_images;
    sum.prices += element.prices;
    sum.dates += element.dates;
    sum.controls += element.all_controls;
  }
}

void Maker::sum_page() {
  const auto& blocks = page_.blocks();
  const PageElement& body = page_.elements()[0];
  whole_.blocks = static_cast<std::uint32_t>(blocks.size());
  whole_.words = body.words;
  whole_.link_words = body.link_words;
  whole_.images = body.all_images;
  whole_.controls = body.all_controls;
  words_before_.reserve(blocks.size() + 1);
  long_before_.reserve(blocks.size() + 1);
  words_before_.push_back(0);
  long_before_.push_back(0);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockStats& stats = stats_[i];
    words_before_.push_back(words_before_.back() + stats.words);
    long_before_.push_back(long_before_.back() + (lines_[i].is_long ? stats.words : 0));
    add_block(i);
    add_alike(i);
    copy_ordinals_.push_back(copies_[stats.hash]++);
  }
  whole_.long_words = long_before_.back();
  for (const PageElement& element : page_.elements()) add_element(element);
}

/// Adds a block to the sums of the whole page.
void Maker::add_block(std::size_t at) {
  const BlockStats& stats = stats_[at];
  const BlockTag tag = page_.elements()[page_.blocks()[at].element].tag;
  whole_.long_blocks += lines_[at].is_long ? 1 : 0;
  whole_.headings += lines_[at].heading != 0 ? 1 : 0;
  whole_.prices += has_price(stats) ? 1 : 0;
  whole_.data_words += stats.data_words;
  whole_.dates += has_date(stats) ? 1 : 0;
  static const std::size_t kReply = phrase_group("reply");
  whole_.replies += (stats.phrases >> kReply & 1) != 0 ? 1 : 0;
  if (tag == BlockTag::kP) whole_.p_words += stats.words;
  if (tag == BlockTag::kLi) whole_.li_words += stats.words;
  if (tag == BlockTag::kTd || tag == BlockTag::kTh) whole_.td_words += stats.words;
  if (tag == BlockTag::kPre) whole_.pre_words += stats.words;
}

/// Adds a block to those of like place.
void Maker::add_alike(std::size_t at) {
  const BlockStats& stats = stats_[at];
  Alike& alike = alike_[likeness(at)];
  if (alike.blocks++ == 0) alike.group = static_cast<std::uint32_t>(alike_.size() - 1);
  groups_.push_back(alike.group);
  alike.words += stats.words;
  alike.sentences += stats.sentences;
  alike.link_words += link_words(at);
}

/// Adds an element to the sums of the whole page.
void Maker::add_element(const PageElement& element) {
  if (element.tag == BlockTag::kArticle) {
    ++whole_.articles;
    whole_.largest_article = std::max(whole_.largest_article, element.words);
  }
  if (element.tag == BlockTag::kMain) {
    ++whole_.mains;
    whole_.largest_main = std::max(whole_.largest_main, element.words);
  }
  if (element.words > 2)
    whole_.largest_run = std::max(whole_.largest_run, page_.runs()[element.run]);
  const Marks fresh = element.marks & ~page_.elements()[element.parent].marks;
  for (Marks rest = fresh; rest != 0; rest &= rest - 1) {
    whole_.marks[static_cast<std::size_t>(std::countr_zero(rest))] +=
        ratio(element.words, whole_.words);
  }
}

void Maker::find_heads() {
  const std::size_t count = stats_.size();
  heading_.assign(count, -1);
  last_long_.assign(count, -1);
  next_long_.assign(count, -1);
  std::int32_t heading = -1, last_long = -1;
  std::uint32_t best_title = 0;
  for (std::size_t i = 0; i < count; ++i) {
    heading_[i] = heading;
    last_long_[i] = last_long;
    const auto here = static_cast<std::int32_t>(i);
    if (lines_[i].heading != 0) heading = here;
    if (lines_[i].heading == 1) {
      ++whole_.h1;
      if (first_h1_ < 0) first_h1_ = here;
    }
    if (lines_[i].is_long) last_long = here;
    if (lines_[i].heading != 0 && stats_[i].title_words * 2 > stats_[i].words &&
        stats_[i].title_words > best_title) {
      best_title = stats_[i].title_words;
      title_block_ = here;
    }
  }
  std::int32_t next_long = -1;
  for (std::size_t i = count; i-- > 0;) {
    next_long_[i] = next_long;
    if (lines_[i].is_long) next_long = static_cast<std::int32_t>(i);
  }
}

void Maker::put_text(Row& row, std::size_t at) const {
  const BlockStats& s = stats_[at];
  const PageBlock& block = page_.blocks()[at];
  const float words = static_cast<float>(std::max<std::uint32_t>(s.words, 1));
  row.put("words", s.words);
  row.put("word_bytes", static_cast<float>(s.letters) / words);
  row.put("link_density", lines_[at].link_density);
  row.put("links", block.links);
  row.put("digit_share", ratio(s.digits, s.letters));
  row.put("capital_share", static_cast<float>(s.capitals) / words);
  row.put("all_capital_share", static_cast<float>(s.all_capitals) / words);
  row.put("stop_share", static_cast<float>(s.stops) / words);
  row.put("comma_share", static_cast<float>(s.commas) / words);
  row.put("sentences", s.sentences);
  row.put("symbol_share", static_cast<float>(s.symbols) / words);
  row.put("bar_share", static_cast<float>(s.bars) / words);
  row.put("title_share", static_cast<float>(s.title_words) / words);
  row.put("description_share", static_cast<float>(s.description_words) / words);
  row.put("data_share", static_cast<float>(s.data_words) / words);
  row.put("ends_sentence", s.ends_sentence);
  row.put("ends_colon", s.ends_colon);
  row.put("begins_small", s.begins_small);
  row.put("currency", s.currency);
  row.put("copyright", s.copyright);
  for (std::size_t i = 0; i < kPhraseGroups; ++i)
    row.put_named("phrase_", phrase_name(i), static_cast<float>(s.phrases >> i & 1));
}

void Maker::put_neighbour(Row& row, std::size_t at, std::int64_t other) const {
  const bool there = other >= 0 && other < static_cast<std::int64_t>(stats_.size());
  const auto place = static_cast<std::size_t>(there ? other : 0);
  row.put("words", there ? static_cast<float>(stats_[place].words) : -1.0F);
  row.put("link_density", there ? lines_[place].link_density : -1.0F);
  row.put("ends_sentence", there && stats_[place].ends_sentence);
  row.put("heading", there ? lines_[place].heading : 0);
  row.put("same_path", there && likeness(place) == likeness(at));
}

void Maker::put_elements(Row& row, std::size_t at) const {
  const Surroundings around(page_, page_.blocks()[at].element, whole_.words);
  around.put_tags_and_marks(row, stats_[at].words);
  around.put_levels(row);
  around.put_runs(row, run_sums_);
}

void Maker::put_place(Row& row, std::size_t at) const {
  const auto here = static_cast<std::int32_t>(at);
  const auto count = static_cast<std::int32_t>(stats_.size());
  row.put("place", ratio(at, stats_.size()));
  row.put("word_place", ratio(words_before_[at], whole_.words));
  row.put("blocks_to_end", count - here);
  row.put("index", here);
  row.put("long_before", ratio(long_before_[at], whole_.long_words));
  row.put("since_h1", first_h1_ < 0 ? -kFar : static_cast<float>(here - first_h1_));
  row.put("since_title", title_block_ < 0 ? -kFar : static_cast<float>(here - title_block_));
  row.put("since_long", last_long_[at] < 0 ? kFar : static_cast<float>(here - last_long_[at]));
  row.put("until_long", next_long_[at] < 0 ? kFar : static_cast<float>(next_long_[at] - here));
  for (const std::int32_t reach : {2, 5, 12}) {
    const auto from = static_cast<std::size_t>(std::max(0, here - reach));
    const auto to = static_cast<std::size_t>(std::min(count, here + reach + 1));
    row.prefix(reach == 2 ? "near2_" : reach == 5 ? "near5_" : "near12_");
    row.put("words", words_before_[to] - words_before_[from]);
    row.put("long",
            ratio(long_before_[to] - long_before_[from], words_before_[to] - words_before_[from]));
    row.prefix("");
  }
  row.prefix("previous_");
  put_neighbour(row, at, here - 1);
  row.prefix("next_");
  put_neighbour(row, at, here + 1);
  row.prefix("previous2_");
  put_neighbour(row, at, here - 2);
  row.prefix("next2_");
  put_neighbour(row, at, here + 2);
  row.prefix("");
  put_heading(row, at);
}

/// The block's level as a heading, and the heading above it.
void Maker::put_heading(Row& row, std::size_t at) const {
  const auto here = static_cast<std::int32_t>(at);
  const std::int32_t heading = heading_[at];
  const auto head = static_cast<std::size_t>(std::max(heading, 0));
  row.put("heading_level", lines_[at].heading);
  row.put("heading_above", heading < 0 ? 0 : lines_[head].heading);
  row.put("heading_distance", heading < 0 ? kFar : static_cast<float>(here - heading));
  row.put("heading_words", heading < 0 ? -1.0F : static_cast<float>(stats_[head].words));
  row.put("heading_links", heading < 0 ? -1.0F : lines_[head].link_density);
  const std::uint32_t phrases = heading < 0 ? 0 : stats_[head].phrases;
  static const auto kOfHeadings = groups_named(
      phrase_group, {"subscribe", "share", "related", "more", "comment", "tags", "menu", "cart",
                     "shipping", "review", "details", "video", "contents"});
  for (const std::size_t i : kOfHeadings)
    row.put_named("heading_", phrase_name(i), static_cast<float>(phrases >> i & 1));
}

void Maker::put_alike(Row& row, std::size_t at) const {
  const auto found = alike_.find(likeness(at));
  const Alike alike = found == alike_.end() ? Alike() : found->second;
  const auto copies = copies_.find(stats_[at].hash);
  row.put("alike_blocks", alike.blocks);
  row.put("alike_share", ratio(alike.words, whole_.words));
  row.put("alike_words", ratio(alike.words, alike.blocks));
  row.put("alike_link_density", ratio(alike.link_words, alike.words));
  row.put("alike_sentences", ratio(alike.sentences, alike.blocks));
  row.put("copies", copies == copies_.end() ? 0U : copies->second);
  row.put("copy_ordinal", copy_ordinals_[at]);
}

void Maker::put_page(Row& row) const {
  row.prefix("page_");
  row.put("blocks", whole_.blocks);
  row.put("words", whole_.words);
  row.put("link_density", ratio(whole_.link_words, whole_.words));
  row.put("long_share", ratio(whole_.long_words, whole_.words));
  row.put("long_blocks", whole_.long_blocks);
  row.put("h1", whole_.h1);
  row.put("headings", whole_.headings);
  row.put("prices", whole_.prices);
  row.put("dates", whole_.dates);
  row.put("replies", whole_.replies);
  row.put("articles", whole_.articles);
  row.put("mains", whole_.mains);
  row.put("images", whole_.images);
  row.put("controls", whole_.controls);
  row.put("largest_run", whole_.largest_run);
  row.put("article_share", ratio(whole_.largest_article, whole_.words));
  row.put("main_share", ratio(whole_.largest_main, whole_.words));
  row.put("p_share", ratio(whole_.p_words, whole_.words));
  row.put("li_share", ratio(whole_.li_words, whole_.words));
  row.put("td_share", ratio(whole_.td_words, whole_.words));
  row.put("pre_share", ratio(whole_.pre_words, whole_.words));
  row.put("data_share", ratio(whole_.data_words, whole_.words));
  for (std::size_t i = 0; i < 6; ++i)
    row.put_named("stated_", std::to_string(i), static_cast<float>(hints_.stated >> i & 1));
  for (std::size_t i = 0; i < 6; ++i)
    row.put_named("url_", std::to_string(i), static_cast<float>(url_.stated >> i & 1));
  row.put("url_depth", url_.depth);
  row.put("url_digits", url_.digits);
  row.put("url_words", url_.words);
  row.put("url_query", url_.query);
  static const auto kOfPages = groups_named(
      mark_group, {"comment", "reply", "breadcrumb", "post", "product", "price", "review", "card",
                   "list", "filter", "cart", "message", "answer", "docs"});
  for (const std::size_t i : kOfPages)
    row.put_named("page_mark_", mark_name(i), std::min(whole_.marks[i], 3.0F));
  row.prefix("");
}

void Maker::put_row(Row& row, std::size_t at) const {
  put_text(row, at);
  put_elements(row, at);
  put_place(row, at);
  put_alike(row, at);
  put_page(row);
  for (std::size_t i = 1; i < kPageTypes; ++i)
    row.put_named("type_", page_type_name(static_cast<PageType>(i)), 0);
}

BlockFeatures Maker::make() {
  BlockFeatures out;
  read_blocks();
  sum_elements();
  sum_runs();
  sum_page();
  find_heads();
  Row row(out.values);
  for (std::size_t at = 0; at < stats_.size(); ++at) {
    put_row(row, at);
    if (at == 0) {
      out.width = out.values.size();
      out.values.reserve(out.width * stats_.size());
    }
  }
  out.stats = std::move(stats_);
  out.groups = std::move(groups_);
  return out;
}

void Maker::name_all(std::vector<std::string>& names) {
  std::vector<float> values;
  read_blocks();
  sum_elements();
  sum_runs();
  sum_page();
  find_heads();
  Row row(values, &names);
  put_row(row, 0);
}

}  // namespace

BlockFeatures features_of(std::string_view text, BlockCollector& page, const PageHints& hints) {
  return Maker(text, page, hints).make();
}

std::vector<std::string> feature_names() {
  BlockCollector page;
  page.open(BlockTag::kBody, {}, 0);
  page.finish("word");
  std::vector<std::string> names;
  Maker("word", page, {}).name_all(names);
  return names;
}

}  // namespace porthole::parser
