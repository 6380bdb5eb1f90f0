//===- tools/report/WitnessGraphMl.cpp - Witnesses in GraphML, format 1.0 -===//
//
// An automaton with one path: a node before and after each point, the first one
// the entry, the last one the violation. It has no way to say that two things
// happen at the same time, hence none for a race.
//
//===----------------------------------------------------------------------===//
#include "tools/report/ViewerPage.h"
#include "tools/report/Witness.h"

#include <map>

namespace rbcheck {

namespace {

constexpr const char *kGraphKeys[] = {
    "witness-type", "sourcecodelang", "producer",     "specification",
    "programfile",  "programhash",    "architecture", "creationtime"};
constexpr const char *kNodeKeys[] = {"entry", "violation"};
constexpr const char *kEdgeKeys[] = {
    "threadId",         "createThread",
    "enterFunction",    "startline",
    "endline",          "assumption",
    "assumption.scope", "assumption.resultfunction"};

void declare(llvm::raw_ostream &out, llvm::ArrayRef<const char *> keys,
             const char *owner) {
  for (const char *key : keys) {
    bool isFlag = llvm::StringRef(owner) == "node";
    out << "  <key id=\"" << key << "\" attr.name=\"" << key
        << "\" attr.type=\"" << (isFlag ? "boolean" : "string") << "\" for=\""
        << owner << "\"";
    if (isFlag)
      out << "><default>false</default></key>\n";
    else
      out << "/>\n";
  }
}

void data(llvm::raw_ostream &out, const char *key, llvm::StringRef value) {
  out << "      <data key=\"" << key << "\">" << escapeHtml(value)
      << "</data>\n";
}

void writeGraphData(llvm::raw_ostream &out, const Witness &witness) {
  bool hasFile = !witness.files.empty();
  data(out, "witness-type", "violation_witness");
  data(out, "sourcecodelang", witness.language);
  data(out, "producer", "rbcheck " RBCHECK_VERSION);
  data(out, "specification",
       "CHECK( init(main()), LTL(" + witness.property + ") )");
  data(out, "programfile", hasFile ? witness.files[0].name : "");
  data(out, "programhash", hasFile ? witness.files[0].hash : "");
  data(out, "architecture", "64bit");
  data(out, "creationtime", witness.time);
}

/// One edge; `entered` is the function that a new thread begins with here.
void writeEdge(llvm::raw_ostream &out, size_t number, const WitnessPoint &point,
               llvm::StringRef entered) {
  out << "      <edge source=\"N" << number << "\" target=\"N" << number + 1
      << "\">\n";
  data(out, "threadId", std::to_string(point.thread));
  if (!entered.empty())
    data(out, "enterFunction", entered);
  if (point.kind == WitnessPoint::Create)
    data(out, "createThread", std::to_string(point.created));
  data(out, "startline", std::to_string(point.location.line));
  data(out, "endline", std::to_string(point.location.line));
  if (point.kind == WitnessPoint::Assumption ||
      point.kind == WitnessPoint::Return) {
    data(out, "assumption", point.constraint + ";");
    data(out, "assumption.scope", point.location.function);
  }
  if (point.kind == WitnessPoint::Return)
    data(out, "assumption.resultfunction", point.function);
  out << "      </edge>\n";
}

} // namespace

void writeWitnessGraphMl(llvm::raw_ostream &out, const Witness &witness) {
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      << "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  declare(out, kGraphKeys, "graph");
  declare(out, kNodeKeys, "node");
  declare(out, kEdgeKeys, "edge");
  out << "  <graph edgedefault=\"directed\">\n";
  writeGraphData(out, witness);
  // Targets of several threads are one violation: the last edge leads there.
  std::vector<WitnessPoint> points;
  for (const WitnessPoint &point : witness.points)
    if (points.empty() || points.back().kind != WitnessPoint::Target)
      points.push_back(point);
  for (size_t i = 0; i <= points.size(); ++i) {
    out << "      <node id=\"N" << i << "\">\n";
    if (i == 0)
      data(out, "entry", "true");
    if (i == points.size())
      data(out, "violation", "true");
    out << "      </node>\n";
  }
  std::map<uint16_t, std::string> begins{{0, "main"}};
  for (size_t i = 0; i < points.size(); ++i) {
    std::string entered = std::exchange(begins[points[i].thread], "");
    writeEdge(out, i, points[i], entered);
    if (points[i].kind == WitnessPoint::Create)
      begins[points[i].created] = points[i].function;
  }
  out << "  </graph>\n</graphml>\n";
}

} // namespace rbcheck
