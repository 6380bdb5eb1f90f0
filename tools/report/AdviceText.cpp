//===- tools/report/AdviceText.cpp - Which memory order an error lacks ----===//
#include "tools/report/AdviceText.h"

#include "tools/report/Interleaving.h"
#include "tools/report/JsonParts.h"

namespace rbcheck {

/// "the store to flag at line 12"
static std::string siteText(const TraceData &trace, const OrderSite &site) {
  std::string text = "the " + site.operation;
  if (!site.variable.empty())
    text += (site.operation == "store" ? " to " : " of ") + site.variable;
  return text + " at " + lineName(trace, site.at);
}

std::string adviceText(const TraceData &trace) {
  if (!trace.advice)
    return "";
  std::string text = "Without weak memory there is no such error.";
  const std::vector<OrderChange> &changes = trace.advice->changes;
  for (size_t i = 0; i < changes.size(); ++i) {
    const bool isFirst = i == 0, isLast = i + 1 == changes.size();
    const std::string site = siteText(trace, changes[i].site);
    text += isFirst ? " " : isLast ? " and " : ", ";
    text += isFirst ? "T" + site.substr(1) : site;
    if (isFirst)
      text += trace.advice->isLeast ? " needs at least " : " could have ";
    else
      text += " ";
    text += orderWord(changes[i].order);
    if (isLast)
      text += trace.advice->isLeast ? "." : ": then there is none.";
  }
  return text;
}

void writeAdvice(llvm::json::OStream &json, const TraceData &trace) {
  if (!trace.advice) {
    json.attribute("advice", nullptr);
    return;
  }
  json.attributeObject("advice", [&] {
    json.attribute("text", clean(adviceText(trace)));
    json.attribute("least", trace.advice->isLeast);
    json.attributeArray("orders", [&] {
      for (const OrderChange &one : trace.advice->changes)
        json.object([&] {
          json.attribute("operation", one.site.operation);
          json.attribute("variable", clean(one.site.variable));
          json.attribute("order", orderWord(one.order));
          writeLocation(json, one.site.at);
        });
    });
  });
}

} // namespace rbcheck
