#include "carom/response/restitution.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace carom {
namespace {

TEST(Restitution, OfViscoelasticBodies) {
  const RestitutionLaw law = Viscoelastic{0.25};
  EXPECT_EQ(restitution_at(law, 0), 1);
  EXPECT_EQ(restitution_at(law, 1), 0.75);
  EXPECT_EQ(restitution_at(law, 32), 0.5);
  EXPECT_EQ(restitution_at(law, 243), 0.25);
  EXPECT_EQ(restitution_at(law, 1024), 0) << "A⁻⁵";
  EXPECT_EQ(restitution_at(law, 1e60), 0);
  EXPECT_EQ(restitution_at(law, -3), 1) << "what does not close";
  EXPECT_EQ(restitution_at(Viscoelastic{0}, 7), 1);
  for (const double v : {1e-9, 0.003, 0.7, 11.0})
    EXPECT_NEAR(restitution_at(law, v), 1 - 0.25 * std::pow(v, 0.2), 1e-15);
}

TEST(Restitution, OfATable) {
  const RestitutionLaw law = RestitutionTable{{1, 0.9}, {2, 0.5}, {4, 0.75}};
  EXPECT_EQ(restitution_at(law, 0), 0.9);
  EXPECT_EQ(restitution_at(law, 1), 0.9);
  EXPECT_NEAR(restitution_at(law, 1.25), 0.8, 1e-15);
  EXPECT_EQ(restitution_at(law, 2), 0.5);
  EXPECT_EQ(restitution_at(law, 3), 0.625);
  EXPECT_EQ(restitution_at(law, 4), 0.75);
  EXPECT_EQ(restitution_at(law, 1e9), 0.75);
  EXPECT_EQ(restitution_at(RestitutionTable{{3, 0.5}}, 1), 0.5);
  EXPECT_EQ(restitution_at(RestitutionTable{{3, 0.5}}, 5), 0.5);
}

}  // namespace
}  // namespace carom
