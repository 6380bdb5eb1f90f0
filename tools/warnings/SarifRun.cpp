//===- tools/warnings/SarifRun.cpp - One run of a SARIF log ---------------===//
#include "tools/warnings/SarifRun.h"

#include "tools/warnings/Frames.h"

#include "llvm/ADT/StringExtras.h"

namespace rbcheck {

namespace {

using llvm::StringRef;

/// "file:///srv/a%20b.c" is /srv/a b.c
std::string decodeUri(StringRef uri) {
  if (uri.consume_front("file://"))
    uri = uri.substr(std::min(uri.find('/'), uri.size())); // drop the host
  std::string path;
  for (size_t i = 0; i < uri.size(); ++i) {
    unsigned value;
    if (uri[i] == '%' && i + 2 < uri.size() &&
        llvm::isHexDigit(uri[i + 1]) && llvm::isHexDigit(uri[i + 2]) &&
        !uri.substr(i + 1, 2).getAsInteger(16, value) && value) {
      path += char(value);
      i += 2;
    } else {
      path += uri[i];
    }
  }
  return path;
}

/// The object with other values for some members.
std::string rewritten(
    StringRef object,
    llvm::function_ref<std::string(StringRef key, StringRef value)> valueOf) {
  std::string text = "{";
  forEachMember(object, [&](StringRef key, StringRef value) {
    text += (text.size() > 1 ? ",\"" : "\"") + key.str() + "\":" +
            valueOf(key, value);
  });
  return text + "}";
}

} // namespace

SarifText cutSarif(StringRef run) {
  SarifText cut;
  // {"tool": {"driver": {"rules": [..]}}, "results": [..]}
  cut.skeleton = rewritten(run, [&](StringRef key, StringRef value) {
    if (key == "results") {
      cut.results = jsonElements(value);
      return std::string("[]");
    }
    if (key != "tool" || !value.starts_with("{"))
      return value.str();
    return rewritten(value, [&](StringRef part, StringRef of) {
      if (part != "driver" || !of.starts_with("{"))
        return of.str();
      return rewritten(of, [&](StringRef member, StringRef list) {
        if (member != "rules" || !list.starts_with("["))
          return list.str();
        cut.rules = jsonElements(list);
        return std::string("[]");
      });
    });
  });
  return cut;
}

SarifRun::SarifRun(Import &in, StringRef text, size_t index)
    : in(in), index_(index) {
  if (!text.starts_with("{")) {
    run_ = readRecord(in, text);
    return;
  }
  text_ = cutSarif(text);
  for (size_t i = 0; i < text_.rules.size(); ++i)
    if (StringRef id = jsonMember(text_.rules[i], "id"); !id.empty())
      ruleById_.try_emplace(id.trim('"').str(), i);
  auto value = parseJson(text_.skeleton);
  if (value) {
    run_ = JsonRecord(std::move(*value));
    return;
  }
  run_ = JsonRecord(llvm::json::Object()); // results can be used without it
  std::string why = llvm::toString(value.takeError());
  size_t line = in.lineOf(size_t(text.data() - in.text.data()));
  in.complain("line " + std::to_string(line),
              "the run is not valid JSON: " +
                  StringRef(why).split("]: ").second.str());
}

void SarifRun::forEach(
    llvm::function_ref<void(size_t i, Json result)> visit) const {
  for (size_t i = 0; i < size() && !in.isStopped(); ++i)
    if (JsonRecord record = result(i); record.isPresent() && counts(record))
      visit(i, record);
}

std::string SarifRun::pointer(size_t i) const {
  return "/runs/" + std::to_string(index_) + "/results/" + std::to_string(i);
}

bool SarifRun::counts(Json result) const {
  std::string kind = result["kind"].text();
  if (!kind.empty() && kind != "fail" && kind != "open" && kind != "review")
    return false;
  if (result["baselineState"].text() == "absent")
    return false;
  Json suppressions = result["suppressions"];
  for (size_t i = 0; i < suppressions.size(); ++i)
    if (suppressions[i]["status"].text() != "rejected" &&
        !in.options.includeSuppressed) {
      in.remark("suppressed results are left out; --include-suppressed takes "
                "them, too");
      return false;
    }
  return true;
}

JsonRecord SarifRun::rule(Json result) const {
  Json index = result["ruleIndex"].isPresent() ? result["ruleIndex"]
                                               : result["rule"]["index"];
  size_t at = text_.rules.size();
  if (auto number = index.integer(); number && *number >= 0)
    at = size_t(*number);
  else if (auto known = ruleById_.find(ruleId(result));
           known != ruleById_.end())
    at = known->second;
  if (at >= text_.rules.size())
    return JsonRecord();
  auto value = parseJson(text_.rules[at]);
  if (value)
    return JsonRecord(std::move(*value));
  llvm::consumeError(value.takeError());
  return JsonRecord();
}

std::string SarifRun::ruleId(Json result) const {
  std::string id = result["ruleId"].text();
  if (id.empty())
    id = result["rule"]["id"].text();
  if (id.empty())
    if (auto at = result["ruleIndex"].integer();
        at && *at >= 0 && size_t(*at) < text_.rules.size())
      id = jsonMember(text_.rules[size_t(*at)], "id").trim('"').str();
  return id;
}

std::string SarifRun::ruleWords(Json result) const {
  JsonRecord known = rule(result);
  std::string words = ruleId(result) + " " + known["name"].text() + " " +
                      known["shortDescription"]["text"].text();
  for (Json bag : {known["properties"], result["properties"]}) {
    Json tags = bag["tags"];
    for (size_t i = 0; i < tags.size(); ++i)
      words += " " + tags[i].text();
    words += " " + bag["cwe"].text();
  }
  for (Json list : {known["relationships"], result["taxa"]})
    for (size_t i = 0; i < list.size(); ++i) {
      Json target = list[i]["target"].isPresent() ? list[i]["target"] : list[i];
      words += " " + target["toolComponent"]["name"].text() + "-" +
               target["id"].text();
    }
  return words;
}

std::string SarifRun::message(Json result) const {
  Json message = result["message"];
  std::string text = message["text"].text();
  if (text.empty())
    text = message["markdown"].text();
  if (text.empty()) {
    text = rule(result)["messageStrings"][message["id"].text()]["text"].text();
    Json arguments = message["arguments"];
    for (size_t i = 0; i < arguments.size() && i < 20; ++i) {
      std::string hole = "{" + std::to_string(i) + "}";
      if (size_t at = text.find(hole); at != std::string::npos)
        text.replace(at, hole.size(), arguments[i].text());
    }
  }
  return oneLine(text);
}

std::string SarifRun::file(Json location) const {
  Json artifact = location;
  if (location["uri"].text().empty())
    if (auto index = location["index"].integer(); index && *index >= 0)
      artifact = run_["artifacts"][size_t(*index)]["location"];
  std::string path = decodeUri(artifact["uri"].text());
  // Bases may be built on each other; undefined ones are left out.
  std::string base = artifact["uriBaseId"].text();
  for (int depth = 0; !base.empty() && depth < 8; ++depth) {
    Json known = run_["originalUriBaseIds"][base];
    if (StringRef(path).starts_with("/"))
      break;
    path = decodeUri(known["uri"].text()) + path;
    base = known["uriBaseId"].text();
  }
  return path;
}

bool SarifRun::locate(Json location, MessageAt &at) const {
  Json physical = location["physicalLocation"];
  Json region = physical["region"];
  at.place.file = file(physical["artifactLocation"]);
  at.place.line = region["startLine"].number();
  at.column = region["startColumn"].number();
  uint32_t endLine = region["endLine"].number();
  at.endColumn = region["endColumn"].number();
  if ((endLine && endLine != at.place.line) || at.endColumn <= at.column)
    at.endColumn = 0;
  Json logical = location["logicalLocations"][size_t(0)];
  std::string kind = logical["kind"].text();
  if (kind.empty() || kind == "function" || kind == "member") {
    at.place.func = logical["fullyQualifiedName"].text();
    if (at.place.func.empty())
      at.place.func = logical["name"].text();
  }
  at.text = location["message"]["text"].text();
  return !at.place.file.empty() && at.place.line;
}

bool SarifRun::primary(Json result, MessageAt &at) const {
  Json locations = result["locations"];
  for (size_t i = 0; i < locations.size(); ++i)
    if (MessageAt found; locate(locations[i], found)) {
      at = found;
      return true;
    }
  return false;
}

std::vector<MessageAt> SarifRun::related(Json result) const {
  std::vector<MessageAt> list;
  Json locations = result["relatedLocations"];
  for (size_t i = 0; i < locations.size(); ++i)
    if (MessageAt at; locate(locations[i], at))
      list.push_back(std::move(at));
  return list;
}

std::optional<WarningStep> SarifRun::step(Json flow) const {
  MessageAt at;
  if (flow["importance"].text() == "unimportant" ||
      !locate(flow["location"], at) || !isUserPlace(at.place))
    return std::nullopt;
  WarningStep step;
  step.place = at.place;
  step.column = at.column;
  step.endColumn = at.endColumn;
  step.op = opOfNote(at.text);
  Json kinds = flow["kinds"];
  bool isLock = false, isAcquire = false, isRelease = false, isCall = false;
  for (size_t i = 0; i < kinds.size(); ++i) {
    std::string kind = kinds[i].text();
    isLock |= kind == "lock";
    isAcquire |= kind == "acquire";
    isRelease |= kind == "release";
    isCall |= kind == "call" || kind == "enter";
  }
  if (isLock && isAcquire)
    step.op = StepOp::Lock;
  else if (isLock && isRelease)
    step.op = StepOp::Unlock;
  else if (isCall)
    step.op = StepOp::Call;
  if (auto order = flow["executionOrder"].integer();
      order && *order >= 0 && *order < 0x7fffffff)
    step.order = uint32_t(*order);
  return step;
}

Warning SarifRun::start(Json result) const {
  Warning warning;
  warning.tool = tool();
  warning.rule = ruleId(result);
  warning.message = message(result);
  for (Json prints : {result["fingerprints"], result["partialFingerprints"]})
    for (const char *key : {"hash/v1", "reportHash", "CodeChecker/v1"})
      if (warning.hash.empty())
        warning.hash = prints[key].text();
  return warning;
}

} // namespace rbcheck
