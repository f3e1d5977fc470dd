#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "carom/io/observe.hpp"
#include "carom/world/world.hpp"
#include "io/observe/block_mean.hpp"
#include "io/observe/measures.hpp"

namespace carom::io {

/// A symmetric tensor of the plane.
struct Tensor {
  double xx = 0;
  double yy = 0;
  double xy = 0;
};

/// The pressure of the bodies on each other.
///
/// Equation   P_ab = (1/A) [Σ m v_a v_b + (1/Δt) Σ J n_a r_b], the first sum over moving bodies, the second over the contacts
///            between two of them within Δt; J n the momentum exchanged, r from the centre of the one to that of the other
/// Cases      the motion is the mean of that at both ends of Δt; xy is the mean of the two that differ where a contact is
///            not central. Of a contact with friction all of its impulse counts along the normal, which is the direction
///            that is reported; contacts that last are not reported and not in it. In the event world half of its trace is the pressure of the gas (docs/scenes.md)
/// Source     Hansen, McDonald (2013), 8.4. Tests: contact_pressure_test, apps/carom/observe_test.py
class ContactPressure {
 public:
  /// The contacts of the last step.
  void add_contacts(const World& world);
  /// Ends an interval; nothing at the first moment. `area` of the bounds.
  [[nodiscard]] std::optional<Tensor> add_moment(double t, std::span<const ObservedBody> bodies, double area);
  [[nodiscard]] ObservedQuantity result() const;

  template <class Archive, detail::MaybeConst<ContactPressure> T>
  friend void fields(Archive& in, T& pressure) {
    in("means", pressure.means_, "virial_xx", pressure.virial_.xx, "virial_yy", pressure.virial_.yy, "virial_xy",
       pressure.virial_.xy, "motion_xx", pressure.motion_.xx, "motion_yy", pressure.motion_.yy, "motion_xy",
       pressure.motion_.xy, "then", pressure.then_);
  }

 private:
  BlockMean means_{4};  // xx, yy, xy, half the trace
  Tensor virial_;       // since the last moment
  Tensor motion_;       // at the last moment
  std::optional<double> then_;
};

}  // namespace carom::io
