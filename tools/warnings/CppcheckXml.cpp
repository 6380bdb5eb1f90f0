//===- tools/warnings/CppcheckXml.cpp - Reads cppcheck's XML --------------===//
//
// Version 2: an <error> has its locations in reverse order, the finding first.
// Tested by test/warnings/samples.test.
//
//===----------------------------------------------------------------------===//
#include "tools/warnings/Messages.h"
#include "tools/warnings/XmlInput.h"

#include <algorithm>

namespace rbcheck {

llvm::Error readCppcheckXml(Import &in) {
  size_t number = 0;
  return forEachXmlElement(in, {"results", "errors"}, [&](const XmlElement
                                                              &error) {
    if (error.name != "error")
      return;
    std::string pointer = "/errors/error[" + std::to_string(number++) + "]";
    std::string severity = error.attribute("severity");
    if (severity == "information" || severity == "debug" || severity == "none")
      return;
    std::vector<MessageAt> places;
    for (const XmlElement &location : error.children) {
      MessageAt at;
      at.text = location.attribute("info");
      at.place.file = location.attribute("file");
      at.place.line = lineNumber(location.attribute("line"));
      at.column = lineNumber(location.attribute("column"));
      if (location.name == "location" && !at.place.file.empty() &&
          at.place.line)
        places.push_back(std::move(at));
    }
    if (places.empty()) {
      in.complain(pointer, "the error has no place (line " +
                               std::to_string(in.linesBefore + error.line) +
                               ")");
      return;
    }
    MessageAt finding = places.front();
    finding.text = error.attribute("msg");
    std::reverse(places.begin(), places.end());
    places.back().text = finding.text;
    Warning warning = warningOf(in, error.attribute("id"), finding, places);
    warning.tool = "cppcheck";
    in.add(std::move(warning), pointer);
  });
}

} // namespace rbcheck
