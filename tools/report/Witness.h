//===- tools/report/Witness.h - A trace as points of a witness ------------===//
//
// What both formats of verification witnesses are made of: the program's files
// and the property, and the trace as a list of points in order, each a fact
// that another verifier can check: a call is entered, a variable has a value,
// the error is reached. Facts that cannot be said in C at that place are left
// out. Tested by test/report/witness.test.
//
//===----------------------------------------------------------------------===//
#pragma once

#include "tools/report/TraceData.h"

namespace rbcheck {

struct WitnessPoint {
  enum Kind : uint8_t {
    Create,     ///< a call that starts a thread
    Call,       ///< another call of a library function
    Return,     ///< of one that gives an input: `constraint` says which
    Assumption, ///< `constraint` holds before the statement
    Target      ///< the error; several are one error, at the same time
  };
  Kind kind = Assumption;
  uint16_t thread = 0;
  Location location;
  std::string constraint; ///< of an Assumption, a Return: an expression
  std::string function; ///< of a Create: what the new thread begins with; of a
                        ///< Return: the one that returns
  uint16_t created = 0; ///< of a Create: its number
};

struct WitnessFile {
  std::string name; ///< as seen from the current folder
  std::string hash; ///< SHA-256; "" if the file cannot be read
};

struct Witness {
  std::vector<WitnessFile> files; ///< that points lie in, the one of main first
  std::string property;           ///< e.g. "G ! data-race"
  std::string language;           ///< "C" or "C++"
  std::string time;               ///< ISO 8601, UTC
  std::vector<WitnessPoint> points;
};

Witness makeWitness(const TraceData &trace, const Program &program);

/// Now, or what SOURCE_DATE_EPOCH says, so that output can be reproduced.
std::string witnessTime();

void writeWitnessYaml(llvm::raw_ostream &out, const Witness &witness);
void writeWitnessGraphMl(llvm::raw_ostream &out, const Witness &witness);

} // namespace rbcheck
