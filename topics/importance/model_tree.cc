#include "topics/importance/model_tree.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

namespace porthole::topics {
namespace {

using Cases = std::vector<std::uint32_t>;

constexpr double kSame = 1e-10;      // values nearer than this cannot be told apart by a test
constexpr double kLeastGain = 1e-6;  // of an attribute over one that stands before it
constexpr double kTooManyParameters = 10;
constexpr std::size_t kLeastCases = 4;     // a node with fewer is a leaf
constexpr double kLeastDeviation = 0.05;   // as is one below this share of the root's deviation
constexpr double kVarianceRoot = 1.0 / 5;  // s(T) is the variance to this power
constexpr double kPenalty = 2;             // c
constexpr double kSmoothing = 15;          // k
constexpr double kPerfect = 1e-5;  // of the root's deviation: an error below it cannot get better

/// Sums of targets, from which their variance follows.
struct Moments {
  double n = 0, sum = 0, squares = 0;
  void add(double target, double times) {
    n += times;
    sum += times * target;
    squares += times * target * target;
  }
  double variance() const { return n > 0 ? std::abs(n * squares - sum * sum) / (n * n) : 0; }
};

struct Split {
  std::int32_t attribute = -1;
  double value = 0;
  double gain = -1e20;
};

/// A node while the tree is grown.
struct Branch {
  Cases cases;
  Split split;
  std::unique_ptr<Branch> left, right;
  std::vector<bool> tested;  ///< Attributes, here and below.
  LinearModel model;
  std::size_t parameters = 1;
  bool is_leaf() const { return left == nullptr; }
};

class Grower {
 public:
  explicit Grower(const RegressionData& data) : data_(data) {}

  std::vector<ModelTree::Node> grow() {
    Cases all(data_.cases());
    std::iota(all.begin(), all.end(), 0U);
    root_deviation_ = std::sqrt(moments_of(all).variance());
    const std::unique_ptr<Branch> root = branch(std::move(all));
    fit(*root);
    std::vector<ModelTree::Node> nodes;
    std::vector<const Branch*> path;
    write(*root, path, nodes);
    return nodes;
  }

 private:
  Moments moments_of(const Cases& cases) const {
    Moments moments;
    for (const std::uint32_t which : cases) moments.add(data_.targets[which], 1);
    return moments;
  }

  std::unique_ptr<Branch> branch(Cases cases) const {
    auto made = std::make_unique<Branch>();
    made->cases = std::move(cases);
    made->tested.assign(data_.attributes, false);
    const bool is_small =
        made->cases.size() < kLeastCases ||
        std::sqrt(moments_of(made->cases).variance()) < root_deviation_ * kLeastDeviation;
    if (!is_small) made->split = best_split(made->cases);
    if (made->split.attribute < 0) return made;
    Cases left, right;
    const auto attribute = static_cast<std::size_t>(made->split.attribute);
    for (const std::uint32_t which : made->cases) {
      (data_.value(which, attribute) <= made->split.value ? left : right).push_back(which);
    }
    made->left = branch(std::move(left));
    made->right = branch(std::move(right));
    made->tested[attribute] = true;
    for (std::size_t i = 0; i < data_.attributes; ++i) {
      made->tested[i] = made->tested[i] || made->left->tested[i] || made->right->tested[i];
    }
    return made;
  }

  Split best_split(const Cases& cases) const {
    Split best;
    Cases sorted = cases;
    for (std::size_t attribute = 0; attribute < data_.attributes; ++attribute) {
      std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
        return data_.value(a, attribute) < data_.value(b, attribute);
      });
      const Split found = best_split_of(attribute, sorted);
      if (found.gain > best.gain + kLeastGain) best = found;
    }
    return best;
  }

  /// Between two neighbours of `sorted` with a fifth of the cases and one more on either side.
  Split best_split_of(std::size_t attribute, const Cases& sorted) const {
    Split best;
    const std::size_t n = sorted.size();
    const std::size_t margin = std::max<std::size_t>(n / 5, 1);
    Moments left, right = moments_of(sorted);
    const double before = std::pow(right.variance(), kVarianceRoot);
    for (std::size_t i = 0; i + margin + 2 <= n; ++i) {
      left.add(data_.targets[sorted[i]], 1);
      right.add(data_.targets[sorted[i]], -1);
      const double here = data_.value(sorted[i], attribute);
      const double next = data_.value(sorted[i + 1], attribute);
      if (i < margin || next - here < kSame) continue;
      const double gain =
          before - left.n / static_cast<double>(n) * std::pow(left.variance(), kVarianceRoot) -
          right.n / static_cast<double>(n) * std::pow(right.variance(), kVarianceRoot);
      if (gain > best.gain)
        best = {static_cast<std::int32_t>(attribute), (here + next) * 0.5, gain};
    }
    return best;
  }

  double penalised(double error, const Branch& branch, std::size_t parameters) const {
    const auto n = static_cast<double>(branch.cases.size());
    const auto v = static_cast<double>(parameters);
    return error * (n <= v ? kTooManyParameters : (n + kPenalty * v) / (n - v));
  }

  /// Models for all nodes, from the bottom up, and leaves in place of subtrees that are no better.
  void fit(Branch& branch) const {
    std::vector<std::uint32_t> attributes;
    for (std::uint32_t i = 0; i < data_.attributes; ++i) {
      if (branch.tested[i]) attributes.push_back(i);
    }
    if (!branch.is_leaf()) {
      fit(*branch.left);
      fit(*branch.right);
    }
    branch.model = fit_linear_model(data_, branch.cases, attributes);
    if (branch.is_leaf()) return;
    branch.parameters = branch.left->parameters + branch.right->parameters + 1;
    const double of_model =
        penalised(error_of(branch, branch.model), branch, branch.model.parameters());
    const double of_subtree = penalised(error_of(branch), branch, branch.parameters);
    if (of_model > of_subtree && of_model >= root_deviation_ * kPerfect) return;
    branch.left.reset();
    branch.right.reset();
    branch.parameters = branch.model.parameters();
  }

  /// Root of the mean squared error of `model`, and of the subtree without smoothing.
  double error_of(const Branch& branch, const LinearModel& model) const {
    return error(branch, [&](std::uint32_t which) { return model(data_.row(which)); });
  }
  double error_of(const Branch& branch) const {
    return error(branch, [&](std::uint32_t which) {
      const Branch* at = &branch;
      while (!at->is_leaf()) {
        const double value = data_.value(which, static_cast<std::size_t>(at->split.attribute));
        at = value <= at->split.value ? at->left.get() : at->right.get();
      }
      return at->model(data_.row(which));
    });
  }
  template <class Predict>
  double error(const Branch& branch, Predict predict) const {
    double sum = 0;
    for (const std::uint32_t which : branch.cases) {
      const double off = predict(which) - data_.targets[which];
      sum += off * off;
    }
    return std::sqrt(sum / static_cast<double>(branch.cases.size()));
  }

  /// `path`: the nodes above, the root first.
  void write(const Branch& branch, std::vector<const Branch*>& path,
             std::vector<ModelTree::Node>& nodes) const {
    const std::size_t place = nodes.size();
    nodes.emplace_back();
    nodes[place].cases = static_cast<std::uint32_t>(branch.cases.size());
    if (branch.is_leaf()) {
      nodes[place].model = smoothed(branch, path);
      return;
    }
    nodes[place].attribute = branch.split.attribute;
    nodes[place].split = branch.split.value;
    path.push_back(&branch);
    nodes[place].left = static_cast<std::uint32_t>(nodes.size());
    write(*branch.left, path, nodes);
    nodes[place].right = static_cast<std::uint32_t>(nodes.size());
    write(*branch.right, path, nodes);
    path.pop_back();
  }

  LinearModel smoothed(const Branch& leaf, const std::vector<const Branch*>& path) const {
    LinearModel model = leaf.model;
    const Branch* below = &leaf;
    for (auto above = path.rbegin(); above != path.rend(); ++above) {
      const auto n = static_cast<double>(below->cases.size());
      const LinearModel& other = (*above)->model;
      model.coefficients.resize(std::max(model.coefficients.size(), other.coefficients.size()), 0);
      for (std::size_t i = 0; i < model.coefficients.size(); ++i) {
        const double theirs = i < other.coefficients.size() ? other.coefficients[i] : 0;
        model.coefficients[i] =
            (n * model.coefficients[i] + kSmoothing * theirs) / (n + kSmoothing);
      }
      model.intercept = (n * model.intercept + kSmoothing * other.intercept) / (n + kSmoothing);
      below = *above;
    }
    return model;
  }

  const RegressionData& data_;
  double root_deviation_ = 0;
};

bool is_tree(const std::vector<ModelTree::Node>& nodes, std::size_t attributes) {
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const ModelTree::Node& node = nodes[i];
    if (node.attribute < 0) {
      if (!node.model.coefficients.empty() && node.model.coefficients.size() != attributes)
        return false;
    } else if (static_cast<std::size_t>(node.attribute) >= attributes || node.left <= i ||
               node.right <= i || node.left >= nodes.size() || node.right >= nodes.size()) {
      return false;
    }
  }
  return !nodes.empty();
}

constexpr double kLeastRidge = 1e-8;
constexpr double kMostRidge = 1e8;
constexpr double kCollinear = 1.5;

/// Solves the symmetric system of `size` equations by Cholesky's method; false when it is not
/// positive definite.
bool solve_system(std::vector<double> matrix, std::vector<double>& right, std::size_t size) {
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      double sum = matrix[row * size + column];
      for (std::size_t k = 0; k < column; ++k)
        sum -= matrix[row * size + k] * matrix[column * size + k];
      if (row != column) {
        matrix[row * size + column] = sum / matrix[column * size + column];
      } else if (sum > 0) {
        matrix[row * size + row] = std::sqrt(sum);
      } else {
        return false;
      }
    }
  }
  for (std::size_t row = 0; row < size; ++row) {
    for (std::size_t k = 0; k < row; ++k) right[row] -= matrix[row * size + k] * right[k];
    right[row] /= matrix[row * size + row];
  }
  for (std::size_t row = size; row-- > 0;) {
    for (std::size_t k = row + 1; k < size; ++k) right[row] -= matrix[k * size + row] * right[k];
    right[row] /= matrix[row * size + row];
  }
  return true;
}

class Fit {
 public:
  Fit(const RegressionData& data, std::span<const std::uint32_t> cases,
      std::span<const std::uint32_t> attributes)
      : data_(data), cases_(cases), means_(data.attributes, 0), deviations_(data.attributes, 0) {
    for (const std::uint32_t which : cases) target_mean_ += data.targets[which];
    target_mean_ /= count();
    for (const std::uint32_t which : cases)
      target_deviation_ += square(data.targets[which] - target_mean_);
    target_deviation_ = deviation(target_deviation_);
    for (const std::uint32_t attribute : attributes) measure(attribute);
    add_up_products();
  }

  LinearModel best() {
    LinearModel model = solve_for(chosen_);
    while (drop_collinear(model)) model = solve_for(chosen_);
    const double full_error = error_of(model);
    const auto full_size = static_cast<double>(chosen_.size() + 1);
    double criterion = count() - full_size + 2 * full_size;
    while (!chosen_.empty()) {
      std::vector<std::uint32_t> fewer = chosen_;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(least_important(model)));
      LinearModel tried = solve_for(fewer);
      const double now = error_of(tried) / full_error * (count() - full_size) +
                         2 * static_cast<double>(fewer.size() + 1);
      if (!(now < criterion)) break;
      criterion = now;
      chosen_ = std::move(fewer);
      model = std::move(tried);
    }
    return model;
  }

 private:
  static double square(double x) { return x * x; }
  double count() const { return static_cast<double>(cases_.size()); }
  double deviation(double squares) const {
    return cases_.size() < 2 ? 0 : std::sqrt(squares / (count() - 1));
  }

  void measure(std::uint32_t attribute) {
    double& mean = means_[attribute];
    for (const std::uint32_t which : cases_) mean += data_.value(which, attribute);
    mean /= count();
    double squares = 0;
    for (const std::uint32_t which : cases_)
      squares += square(data_.value(which, attribute) - mean);
    deviations_[attribute] = deviation(squares);
    if (deviations_[attribute] > 0) chosen_.push_back(attribute);
  }

  /// X'X and X'y of the standardised attributes.
  void add_up_products() {
    const std::size_t size = chosen_.size();
    place_of_.assign(data_.attributes, 0);
    for (std::size_t i = 0; i < size; ++i) place_of_[chosen_[i]] = i;
    size_ = size;
    products_.assign(size * size, 0);
    with_target_.assign(size, 0);
    std::vector<double> x(size);
    for (const std::uint32_t which : cases_) {
      for (std::size_t i = 0; i < size; ++i) {
        x[i] = (data_.value(which, chosen_[i]) - means_[chosen_[i]]) / deviations_[chosen_[i]];
      }
      const double y = data_.targets[which] - target_mean_;
      for (std::size_t i = 0; i < size; ++i) {
        with_target_[i] += x[i] * y;
        for (std::size_t j = 0; j <= i; ++j) products_[i * size + j] += x[i] * x[j];
      }
    }
  }

  LinearModel solve_for(const std::vector<std::uint32_t>& attributes) const {
    LinearModel model;
    model.intercept = target_mean_;
    if (attributes.empty()) return model;
    std::vector<double> solution;
    for (double ridge = kLeastRidge; ridge < kMostRidge && !solved(attributes, ridge, solution);
         ridge *= 10) {
    }
    model.coefficients.assign(data_.attributes, 0);
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const std::uint32_t attribute = attributes[i];
      model.coefficients[attribute] = solution[i] / deviations_[attribute];
      model.intercept -= model.coefficients[attribute] * means_[attribute];
    }
    return model;
  }

  bool solved(const std::vector<std::uint32_t>& attributes, double ridge,
              std::vector<double>& solution) const {
    const std::size_t size = attributes.size();
    std::vector<double> matrix(size * size, 0);
    solution.assign(size, 0);
    for (std::size_t i = 0; i < size; ++i) {
      const std::size_t row = place_of_[attributes[i]];
      solution[i] = with_target_[row];
      for (std::size_t j = 0; j <= i; ++j)
        matrix[i * size + j] = products_[row * size_ + place_of_[attributes[j]]];
      matrix[i * size + i] += ridge;
    }
    return solve_system(std::move(matrix), solution, size);
  }

  double importance(const LinearModel& model, std::uint32_t attribute) const {
    return std::abs(model.coefficients[attribute] * deviations_[attribute] / target_deviation_);
  }

  bool drop_collinear(const LinearModel& model) {
    const auto most =
        std::max_element(chosen_.begin(), chosen_.end(), [&](std::uint32_t a, std::uint32_t b) {
          return importance(model, a) < importance(model, b);
        });
    if (most == chosen_.end() || !(importance(model, *most) > kCollinear)) return false;
    chosen_.erase(most);
    return true;
  }

  std::size_t least_important(const LinearModel& model) const {
    const auto least =
        std::min_element(chosen_.begin(), chosen_.end(), [&](std::uint32_t a, std::uint32_t b) {
          return importance(model, a) < importance(model, b);
        });
    return static_cast<std::size_t>(least - chosen_.begin());
  }

  double error_of(const LinearModel& model) const {
    double error = 0;
    for (const std::uint32_t which : cases_)
      error += square(model(data_.row(which)) - data_.targets[which]);
    return error;
  }

  const RegressionData& data_;
  std::span<const std::uint32_t> cases_;
  std::vector<double> means_, deviations_;  // by attribute
  double target_mean_ = 0, target_deviation_ = 0;
  std::vector<std::uint32_t> chosen_;
  std::vector<std::size_t> place_of_;  // of an attribute, in the next
  std::vector<double> products_, with_target_;
  std::size_t size_ = 0;
};

}  // namespace

ModelTree ModelTree::grow(const RegressionData& data) {
  return {data.attributes, Grower(data).grow()};
}

double ModelTree::predict(std::span<const double> x) const {
  const Node* at = nodes_.data();
  while (at->attribute >= 0) {
    at = nodes_.data() +
         (x[static_cast<std::size_t>(at->attribute)] <= at->split ? at->left : at->right);
  }
  return at->model(x);
}

std::size_t ModelTree::leaves() const {
  return static_cast<std::size_t>(std::count_if(
      nodes_.begin(), nodes_.end(), [](const Node& node) { return node.attribute < 0; }));
}

void ModelTree::put(ByteWriter& out) const {
  out.put(static_cast<std::uint32_t>(attributes_));
  out.put(static_cast<std::uint64_t>(nodes_.size()));
  for (const Node& node : nodes_) {
    out.put(node.attribute);
    out.put(node.split);
    out.put(node.left);
    out.put(node.right);
    out.put(node.cases);
    out.put(node.model.intercept);
    out.put_list(node.model.coefficients);
  }
}

std::optional<ModelTree> ModelTree::take(ByteReader& in) {
  const auto attributes = in.take<std::uint32_t>();
  std::vector<Node> nodes(
      in.take_size(4 * sizeof(std::uint32_t) + 2 * sizeof(double) + sizeof(std::uint64_t)));
  for (Node& node : nodes) {
    node.attribute = in.take<std::int32_t>();
    node.split = in.take<double>();
    node.left = in.take<std::uint32_t>();
    node.right = in.take<std::uint32_t>();
    node.cases = in.take<std::uint32_t>();
    node.model.intercept = in.take<double>();
    node.model.coefficients = in.take_list<double>();
  }
  if (in.is_good() && is_tree(nodes, attributes)) return ModelTree(attributes, std::move(nodes));
  in.give_up();
  return std::nullopt;
}

double LinearModel::operator()(std::span<const double> x) const {
  double sum = intercept;
  for (std::size_t i = 0; i < coefficients.size(); ++i) sum += coefficients[i] * x[i];
  return sum;
}

std::size_t LinearModel::parameters() const {
  return 1 + static_cast<std::size_t>(std::count_if(coefficients.begin(), coefficients.end(),
                                                    [](double value) { return value != 0; }));
}

LinearModel fit_linear_model(const RegressionData& data, std::span<const std::uint32_t> cases,
                             std::span<const std::uint32_t> attributes) {
  return Fit(data, cases, attributes).best();
}

}  // namespace porthole::topics
