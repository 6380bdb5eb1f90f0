//===- tools/report/TriageSarifParts.cpp - Pieces of SARIF with verdicts --===//
#include "tools/report/Reasons.h"
#include "tools/report/TriageSarifParts.h"

#include "tools/warnings/JsonInput.h"

#include "llvm/ADT/StringExtras.h"

#include <map>

namespace rbcheck {

namespace {

using llvm::StringRef;
using llvm::json::Array;
using JsonObject = llvm::json::Object;
using llvm::json::Value;

constexpr const char *kName = "rbcheck";

std::string clean(StringRef text) { return llvm::json::fixUTF8(text); }

JsonObject message(StringRef text) { return JsonObject{{"text", clean(text)}}; }

/// The object at `key`, made if there is none.
JsonObject &objectAt(JsonObject &in, StringRef key) {
  if (!in.getObject(key))
    in[key] = JsonObject();
  return *in.getObject(key);
}

Array &arrayAt(JsonObject &in, StringRef key) {
  if (!in.getArray(key))
    in[key] = Array();
  return *in.getArray(key);
}

/// What every verdict leaves: our properties and our fingerprint.
void describe(JsonObject &result, const Judgement &judgement) {
  JsonObject bound{{"complete", judgement.scope.isComplete},
               {"states", int64_t(judgement.scope.states)},
               {"memoryModel", "sc"}};
  if (judgement.scope.preemptions)
    bound["preemptions"] = *judgement.scope.preemptions;
  JsonObject ours{{"verdict", warningVerdictWord(judgement.verdict)},
              {"id", clean(judgement.warning.id)},
              {"why", clean(whyOf(judgement))},
              {"observed", judgement.observed},
              {"of", judgement.of},
              {"bound", std::move(bound)}};
  if (!judgement.related.empty())
    ours["related"] = clean(judgement.related);
  if (!judgement.notes.empty()) {
    Array notes;
    for (const std::string &note : judgement.notes)
      notes.push_back(clean(note));
    ours["notes"] = std::move(notes);
  }
  objectAt(result, "properties")["rbcheck"] = std::move(ours);
  if (!judgement.warning.fingerprint.empty())
    objectAt(result, "partialFingerprints")["rbcheck/v1"] =
        judgement.warning.fingerprint;
}

/// Our flows before those of the tool.
void prependFlows(JsonObject &result, Array flows) {
  if (flows.empty())
    return;
  Array all;
  for (Value &flow : flows)
    all.push_back(std::move(flow));
  if (Array *old = result.getArray("codeFlows"))
    for (Value &flow : *old)
      all.push_back(std::move(flow));
  result["codeFlows"] = std::move(all);
}

void suppress(JsonObject &result, const Judgement &judgement,
              StringRef scopeOfRun, const char *status) {
  std::string why = std::string("rbcheck ") + RBCHECK_VERSION + ": " +
                    whyOf(judgement);
  if (std::string scope = scopeOf(judgement);
      !scope.empty() && !namesScope(judgement))
    why += " (" + scope + ")"; // the reason itself may name it
  why += ". Holds for " + scopeOfRun.str() + ".";
  arrayAt(result, "suppressions")
      .push_back(JsonObject{{"kind", "external"},
                        {"status", status},
                        {"justification", clean(why)}});
}

JsonObject locationOf(const WarningPlace &place, uint32_t column,
                  uint32_t endColumn) {
  JsonObject region{{"startLine", place.line}};
  if (column)
    region["startColumn"] = column;
  if (column && endColumn > column)
    region["endColumn"] = endColumn;
  std::string uri;
  for (unsigned char c : place.file)
    uri += llvm::isAlnum(c) || StringRef("-._~/").contains(char(c))
               ? std::string(1, char(c))
               : llvm::formatv("%{0:X-2}", unsigned(c)).str();
  if (StringRef(place.file).starts_with("/"))
    uri = "file://" + uri;
  JsonObject location{
      {"physicalLocation", JsonObject{{"artifactLocation", JsonObject{{"uri", uri}}},
                                  {"region", std::move(region)}}}};
  if (!place.func.empty())
    location["logicalLocations"] = Array{
        JsonObject{{"fullyQualifiedName", clean(place.func)}, {"kind", "function"}}};
  return location;
}

bool hasPlace(const WarningPlace &place) {
  return !place.file.empty() && place.line;
}

} // namespace

bool judgeFully(JsonObject &result, const Judgement &judgement, StringRef scope,
                Array codeFlows) {
  describe(result, judgement);
  switch (judgement.verdict) {
  case WarningVerdict::Confirmed:
    result["kind"] = "fail";
    result["level"] = "error";
    result["rank"] = 100.0;
    result["suppressions"] = Array();
    prependFlows(result, std::move(codeFlows));
    break;
  case WarningVerdict::Refuted:
    result["kind"] = "pass";
    result["level"] = "none";
    result.erase("rank");
    suppress(result, judgement, scope, "accepted");
    break;
  case WarningVerdict::RefutedBounded:
    result["kind"] = "open";
    result["level"] = "none";
    result.erase("rank");
    suppress(result, judgement, scope, "underReview");
    break;
  case WarningVerdict::Undecided:
  case WarningVerdict::NotApplicable:
    break;
  }
  return true;
}

bool judgeForGithub(JsonObject &result, const Judgement &judgement,
                    Array codeFlows) {
  describe(result, judgement);
  JsonObject &text = objectAt(result, "message");
  std::string old = text.getString("text").value_or("").str();
  switch (judgement.verdict) {
  case WarningVerdict::Confirmed:
    result["level"] = "error";
    text["text"] = "Confirmed by rbcheck. " + old;
    prependFlows(result, std::move(codeFlows));
    return true;
  case WarningVerdict::Refuted:
    return false;
  case WarningVerdict::RefutedBounded:
    result["level"] = "note";
    text["text"] = clean("Not reachable within the bound of rbcheck (" +
                         scopeOf(judgement) + "). " + old);
    return true;
  case WarningVerdict::Undecided:
  case WarningVerdict::NotApplicable:
    return true;
  }
  llvm_unreachable("covered switch");
}

JsonObject resultOf(const Warning &warning) {
  JsonObject result{{"level", "warning"},
                {"message", message(warning.message.empty()
                                        ? warningKindWord(warning.kind)
                                        : warning.message)}};
  if (!warning.rule.empty())
    result["ruleId"] = clean(warning.rule);
  Array flows, places;
  for (size_t t = 0; t < warning.threads.size(); ++t) {
    Array steps;
    for (const WarningStep &step : warning.threads[t]) {
      if (!hasPlace(step.place))
        continue;
      JsonObject location =
          locationOf(step.place, step.column, step.endColumn);
      location["message"] = message(
          std::string(stepOpWord(step.op)) +
          (step.object.empty() ? "" : " " + step.object));
      steps.push_back(JsonObject{{"location", std::move(location)}});
    }
    if (!steps.empty())
      flows.push_back(JsonObject{{"id", "thread " + std::to_string(t + 1)},
                             {"locations", std::move(steps)}});
    if (!warning.threads[t].empty())
      if (const WarningStep &last = warning.threads[t].back();
          hasPlace(last.place))
        places.push_back(
            locationOf(last.place, last.column, last.endColumn));
  }
  for (const WarningLock &lock : warning.locks)
    if (hasPlace(lock.declared))
      places.push_back(locationOf(lock.declared, lock.column, 0));
  if (!flows.empty())
    result["codeFlows"] = Array{JsonObject{{"threadFlows", std::move(flows)}}};
  if (!places.empty())
    result["locations"] = Array{places.front()};
  Array others;
  for (size_t i = 1; i < places.size(); ++i) {
    (*places[i].getAsObject())["id"] = int64_t(i);
    others.push_back(std::move(places[i]));
  }
  if (!others.empty())
    result["relatedLocations"] = std::move(others);
  return result;
}

void addExtension(JsonObject &run) {
  Array &extensions = arrayAt(objectAt(run, "tool"), "extensions");
  for (const Value &known : extensions)
    if (const JsonObject *object = known.getAsObject();
        object && object->getString("name") == kName)
      return; // a log that was judged before
  extensions.push_back(
      JsonObject{{"name", kName}, {"semanticVersion", RBCHECK_VERSION}});
}

void describeRules(JsonObject &run) {
  JsonObject &driver = objectAt(objectAt(run, "tool"), "driver");
  for (Value &value : arrayAt(driver, "rules")) {
    JsonObject *rule = value.getAsObject();
    if (!rule)
      continue;
    std::string text;
    if (const JsonObject *brief = rule->getObject("shortDescription"))
      text = brief->getString("text").value_or("").str();
    if (text.empty())
      text = rule->getString("name").value_or("").str();
    if (text.empty())
      text = rule->getString("id").value_or("a rule").str();
    for (const char *key : {"shortDescription", "fullDescription", "help"}) {
      JsonObject &described = objectAt(*rule, key);
      if (described.getString("text").value_or("").empty())
        described["text"] = text;
    }
  }
}

std::vector<int64_t> mergeEqualRules(JsonObject &run) {
  JsonObject *tool = run.getObject("tool");
  JsonObject *driver = tool ? tool->getObject("driver") : nullptr;
  Array *rules = driver ? driver->getArray("rules") : nullptr;
  if (!rules)
    return {};
  std::map<std::string, int64_t> known; // by text
  std::vector<int64_t> places;          // of each old rule
  Array kept;
  for (Value &rule : *rules) {
    auto [at, isNew] = known.try_emplace(llvm::formatv("{0}", rule).str(),
                                         int64_t(kept.size()));
    places.push_back(at->second);
    if (isNew)
      kept.push_back(std::move(rule));
  }
  bool isSame = kept.size() == places.size();
  *rules = std::move(kept);
  return isSame ? std::vector<int64_t>() : places;
}

std::vector<int64_t> addRules(JsonObject &run, llvm::ArrayRef<StringRef> rules) {
  if (rules.empty())
    return {};
  // Most copies have the same text: those are never parsed.
  std::map<StringRef, int64_t> known;
  std::vector<int64_t> places;
  Array kept;
  for (StringRef rule : rules) {
    auto [at, isNew] = known.try_emplace(rule, int64_t(kept.size()));
    places.push_back(at->second);
    if (!isNew)
      continue;
    auto value = parseJson(rule);
    kept.push_back(value ? std::move(*value) : Value(nullptr));
    if (!value)
      llvm::consumeError(value.takeError());
  }
  bool isSame = kept.size() == places.size();
  objectAt(objectAt(run, "tool"), "driver")["rules"] = std::move(kept);
  std::vector<int64_t> again = mergeEqualRules(run);
  for (int64_t &place : places)
    if (!again.empty())
      place = again[size_t(place)];
  return isSame && again.empty() ? std::vector<int64_t>() : places;
}

void moveRule(JsonObject &result, const std::vector<int64_t> &places) {
  auto move = [&](JsonObject &object, StringRef key) {
    if (auto index = object.getInteger(key);
        index && *index >= 0 && size_t(*index) < places.size())
      object[key] = places[size_t(*index)];
  };
  move(result, "ruleIndex");
  if (JsonObject *rule = result.getObject("rule");
      rule && !rule->getObject("toolComponent"))
    move(*rule, "index");
}

} // namespace rbcheck
