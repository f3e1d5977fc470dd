#include "io/json/fields.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace carom::io {
namespace {

/// The first fault in reading `text`, or "".
std::string fault_of(std::string_view text, const std::function<void(Reading&, const JsonNode&)>& read) {
  const auto tree = JsonTree::parse(text);
  if (!tree) return "not JSON";
  Reading in(tree.value());
  read(in, tree.value().root());
  return in.first_fault() ? in.first_fault()->place + ": " + in.first_fault()->reason : "";
}

std::string key_fault(std::string_view text) {
  return fault_of(text, [](Reading& in, const JsonNode& root) {
    const Fields fields(in, root, {"radius", "from"});
    (void)fields.require("radius");
  });
}

TEST(Fields, KeysAreChecked) {
  EXPECT_EQ(key_fault(R"({"radius":1})"), "");
  EXPECT_EQ(key_fault(R"({"from":1,"radius":1})"), "");
  EXPECT_EQ(key_fault(R"({"from":1})"), "/radius: missing key \"radius\"");
  EXPECT_EQ(key_fault(R"({"raduis":1})"), R"(/raduis: unknown key "raduis", did you mean "radius"?)");
  EXPECT_EQ(key_fault(R"({"q":1})"), R"(/q: unknown key "q", known here: "radius", "from")");
  EXPECT_EQ(key_fault(R"({"radius":1,"radius":1})"), R"(/radius: the key "radius" is there twice)");
  EXPECT_EQ(key_fault("[]"), ": expected an object, found an empty array");
}

TEST(Fields, TheFirstFaultIsKept) {
  EXPECT_EQ(key_fault(R"({"from":1,"from":1,"q":1})"), R"(/from: the key "from" is there twice)");
  EXPECT_EQ(key_fault(R"({"q":1,"from":1,"from":1})"), R"(/q: unknown key "q", known here: "radius", "from")");
}

TEST(Fields, AsManyFaultsAsAreAskedFor) {
  const auto tree = JsonTree::parse(R"({"q":1,"radius":-1,"from":[0,true],"w":2})");
  const auto read = [&](std::size_t most) {
    Reading in(tree.value(), most);
    const Fields fields(in, tree.value().root(), {"radius", "from", "to"});
    (void)read_radius(in, fields.find("radius"));
    (void)read_point(in, fields.find("from"));
    EXPECT_EQ(in.full(), in.faults().size() == most);
    std::string places;
    for (const Error& fault : in.faults()) places += fault.place + " ";
    return places;
  };
  EXPECT_EQ(read(9), "/q /w /radius /from/1 ");
  EXPECT_EQ(read(3), "/q /w /radius ");
  EXPECT_EQ(read(1), "/q ");
}

TEST(Fields, BesideAnUnknownKeyNoneIsMissing) {
  const auto tree = JsonTree::parse(R"({"raduis":1})");
  Reading in(tree.value(), 9);
  const Fields fields(in, tree.value().root(), {"radius"});
  EXPECT_EQ(fields.require("radius"), nullptr);
  EXPECT_EQ(in.faults().size(), 1U);
}

TEST(Fields, KnowsWhatIsThere) {
  const auto tree = JsonTree::parse(R"({"b":1,"a":2,"b":3})");
  Reading in(tree.value());
  const Fields fields(in, tree.value().root(), {"a", "b", "c"});
  EXPECT_EQ(fields.find("b")->number, 1);
  EXPECT_EQ(fields.find("c"), nullptr);
  EXPECT_TRUE(fields.repeated("b"));
  EXPECT_FALSE(fields.repeated("a"));
  EXPECT_FALSE(fields.repeated("c"));
  EXPECT_EQ(fields.present(), (std::vector<std::string_view>{"a", "b"}));
}

std::string radius_fault(std::string_view text) {
  return fault_of(text, [](Reading& in, const JsonNode& root) { (void)read_radius(in, &root); });
}
std::string coordinate_fault(std::string_view text) {
  return fault_of(text, [](Reading& in, const JsonNode& root) { (void)read_coordinate(in, &root); });
}

TEST(Fields, NumbersHaveTheirLimits) {
  for (const char* text : {"0", "-0", "-0.0", "1e60", "5e-324", "1e-400"}) EXPECT_EQ(radius_fault(text), "");
  EXPECT_EQ(radius_fault("-5e-324"), ": expected a radius from 0 to 1e60, found -5e-324");
  EXPECT_EQ(radius_fault("1.0000000000000002e60"), ": expected a radius from 0 to 1e60, found 1.0000000000000001e+60");
  EXPECT_EQ(radius_fault("1e999"), ": expected a finite number, found 1e999");
  EXPECT_EQ(radius_fault("NaN"), ": expected a finite number, found NaN");
  EXPECT_EQ(radius_fault("true"), ": expected a number, found true");
  for (const char* text : {"0", "-1e60", "1e60", "123456789012345678901234567890"})
    EXPECT_EQ(coordinate_fault(text), "");
  EXPECT_EQ(coordinate_fault("-1.1e60"), ": expected a coordinate from -1e60 to 1e60, found -1.1e+60");
  EXPECT_EQ(coordinate_fault("\"1\""), ": expected a number, found the string \"1\"");
}

TEST(Fields, FlagsAreTrueOrFalse) {
  const auto flag_fault = [](std::string_view text) {
    return fault_of(text, [](Reading& in, const JsonNode& root) { (void)read_flag(in, &root); });
  };
  EXPECT_EQ(flag_fault("true"), "");
  EXPECT_EQ(flag_fault("false"), "");
  EXPECT_EQ(flag_fault("1"), ": expected true or false, found 1");
  EXPECT_EQ(flag_fault("null"), ": expected true or false, found null");
}

TEST(Fields, PointsHaveTwoCoordinates) {
  const auto points_fault = [](std::string_view text) {
    return fault_of(text, [](Reading& in, const JsonNode& root) { (void)read_points(in, &root); });
  };
  EXPECT_EQ(points_fault("[]"), "");
  EXPECT_EQ(points_fault("[[1,2],[3,4]]"), "");
  EXPECT_EQ(points_fault("[[1,2],[3]]"), "/1: expected a point [x, y], found an array of 1");
  EXPECT_EQ(points_fault("[[1,2],[3,null],[]]"), "/1/1: expected a number, found null");
  EXPECT_EQ(points_fault("{}"), ": expected an array of points [x, y], found an object");
}

TEST(Fields, WhatIsNotThereIsTheDefault) {
  const auto tree = JsonTree::parse("{}");
  Reading in(tree.value());
  EXPECT_FALSE(read_flag(in, nullptr));
  EXPECT_EQ(read_radius(in, nullptr), 0);
  EXPECT_EQ(read_point(in, nullptr), Vec2{});
  EXPECT_TRUE(read_points(in, nullptr).empty());
  EXPECT_FALSE(in.first_fault());
}

}  // namespace
}  // namespace carom::io
