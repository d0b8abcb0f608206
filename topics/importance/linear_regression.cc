#include "topics/importance/linear_regression.h"

#include <algorithm>
#include <cmath>

namespace porthole::topics {
namespace {

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
