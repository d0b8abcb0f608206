#include "search/index/ranking.h"

#include <functional>
#include <optional>
#include <sstream>
#include <string_view>
#include <vector>

namespace porthole::search {
namespace {

using Numbers = std::vector<double>;
using Made = std::unique_ptr<Xapian::Weight>;

struct Scheme {
  std::string_view name;
  std::size_t parameters;
  Made (*make)(const Numbers&);
};

template <class Weight, class... Parameters>
Made made(Parameters... parameters) {
  return std::make_unique<Weight>(parameters...);
}

constexpr Scheme kSchemes[] = {
    {"bm25", 5,
     [](const Numbers& p) { return made<Xapian::BM25Weight>(p[0], p[1], p[2], p[3], p[4]); }},
    {"bm25+", 6,
     [](const Numbers& p) {
       return made<Xapian::BM25PlusWeight>(p[0], p[1], p[2], p[3], p[4], p[5]);
     }},
    {"pl2+", 2, [](const Numbers& p) { return made<Xapian::PL2PlusWeight>(p[0], p[1]); }},
    {"inl2", 1, [](const Numbers& p) { return made<Xapian::InL2Weight>(p[0]); }},
    {"dph", 0, [](const Numbers&) { return made<Xapian::DPHWeight>(); }},
    {"dlh", 0, [](const Numbers&) { return made<Xapian::DLHWeight>(); }},
    {"lm-dirichlet", 1,
     [](const Numbers& p) {
       return made<Xapian::LMWeight>(0.0, Xapian::Weight::DIRICHLET_SMOOTHING, p[0]);
     }},
    {"lm-jelinek-mercer", 1,
     [](const Numbers& p) {
       return made<Xapian::LMWeight>(0.0, Xapian::Weight::JELINEK_MERCER_SMOOTHING, p[0]);
     }},
};

std::optional<Numbers> numbers_of(std::istringstream& in) {
  Numbers numbers;
  for (double number; in >> number;) numbers.push_back(number);
  if (!in.eof()) return std::nullopt;
  return numbers;
}

}  // namespace

Result<std::unique_ptr<Xapian::Weight>> weighting_scheme(const std::string& description) {
  std::istringstream in(description);
  std::string name;
  in >> name;
  const auto numbers = numbers_of(in);
  std::string known;
  for (const Scheme& scheme : kSchemes) {
    if (name == scheme.name && numbers && numbers->size() == scheme.parameters)
      return scheme.make(*numbers);
    known += (known.empty() ? "" : ", ") + std::string(scheme.name) + " with " +
             std::to_string(scheme.parameters);
  }
  return fail(ErrorCode::kInvalid, "there is no weighting scheme \"" + description + "\"",
              "name and number of parameters: " + known);
}

}  // namespace porthole::search
