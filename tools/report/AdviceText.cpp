//===- tools/report/AdviceText.cpp - Which memory order an error lacks ----===//
#include "tools/report/AdviceText.h"

#include "tools/report/Interleaving.h"
#include "tools/report/JsonParts.h"

#include "llvm/ADT/STLExtras.h"

namespace rbcheck {

/// "the store to flag at line 12"
static std::string siteText(const TraceData &trace, const OrderSite &site) {
  std::string text = "the " + site.operation;
  if (!site.variable.empty())
    text += (site.operation == "store" ? " to " : " of ") + site.variable;
  return text + (site.at.isKnown() ? " at " : " in ") +
         lineName(trace, site.at);
}

std::string adviceText(const TraceData &trace) {
  if (!trace.advice)
    return "";
  std::string text = "Without weak memory there is no such error.";
  const std::vector<OrderChange> &changes = trace.advice->changes;
  if (changes.empty())
    return text;
  const bool isLeast = trace.advice->isLeast;
  const bool isAlike = llvm::all_of(changes, [&](const OrderChange &one) {
    return one.order == changes.front().order;
  });
  std::string verb = changes.size() == 1 || !isAlike ? " needs" : " need";
  verb = isLeast ? verb + " at least " : " could have ";
  for (size_t i = 0; i < changes.size(); ++i) {
    const bool isLast = i + 1 == changes.size();
    const std::string site = siteText(trace, changes[i].site);
    text += i == 0 ? " T" + site.substr(1) : (isLast ? " and " : ", ") + site;
    if (isAlike ? isLast : i == 0)
      text += verb;
    else if (!isAlike)
      text += " ";
    if (!isAlike || isLast)
      text += orderWord(changes[i].order);
  }
  return text + (isLeast ? "." : ": then there is none.");
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
