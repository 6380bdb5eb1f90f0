//===- tools/warnings/XmlInput.cpp - Hostile XML, read safely -------------===//
#include "tools/warnings/XmlInput.h"

#include <libxml/parser.h>
#include <libxml/xmlreader.h>

#include <limits>
#include <memory>

namespace rbcheck {

namespace {

using llvm::StringRef;

StringRef textOfXml(const xmlChar *text) {
  return text ? StringRef(reinterpret_cast<const char *>(text)) : StringRef();
}

/// The depth is limited by the parser (256), so recursion is safe.
XmlElement copyElement(const xmlNode *node) {
  XmlElement element;
  element.name = textOfXml(node->name).str();
  element.line = uint32_t(xmlGetLineNo(const_cast<xmlNode *>(node)));
  for (const xmlAttr *attr = node->properties; attr; attr = attr->next)
    if (attr->children)
      element.attributes.push_back(
          {textOfXml(attr->name).str(),
           textOfXml(attr->children->content).str()});
  for (const xmlNode *child = node->children; child; child = child->next) {
    if (child->type == XML_ELEMENT_NODE)
      element.children.push_back(copyElement(child));
    else if (child->type == XML_TEXT_NODE ||
             child->type == XML_CDATA_SECTION_NODE)
      element.text += textOfXml(child->content);
  }
  element.text = StringRef(element.text).trim().str();
  return element;
}

struct Free {
  void operator()(xmlParserCtxt *context) const { xmlFreeParserCtxt(context); }
  void operator()(xmlDoc *document) const { xmlFreeDoc(document); }
  void operator()(xmlTextReader *reader) const { xmlFreeTextReader(reader); }
};

/// Neither NOENT nor DTDLOAD nor HUGE: nothing is expanded or fetched, and the
/// parser's own limits hold.
constexpr int kOptions = XML_PARSE_NONET | XML_PARSE_NOERROR |
                         XML_PARSE_NOWARNING | XML_PARSE_BIG_LINES;

struct XmlProblem {
  std::string why;
  size_t line = 0;
};

void note(void *to, const xmlError *error) {
  auto &problem = *static_cast<XmlProblem *>(to);
  if (error->level < XML_ERR_ERROR || !problem.why.empty())
    return;
  problem.why = oneLine(error->message ? error->message : "");
  problem.line = size_t(std::max(error->line, 0));
}

/// The text to parse, or why it is not.
llvm::Expected<StringRef> safeXml(const Import &in) {
  StringRef text = in.text.ltrim("\xef\xbb\xbf \t\r\n");
  if (text.contains("<!ENTITY"))
    return in.fail(0, "the XML declares entities; no tool does, so it is not "
                      "read");
  if (text.size() > size_t(std::numeric_limits<int>::max()))
    return in.fail(0, "the XML is too large");
  return text;
}

void silent(void *, const char *, ...) {}

} // namespace

const XmlElement *XmlElement::child(StringRef wanted) const {
  for (const XmlElement &element : children)
    if (element.name == wanted)
      return &element;
  return nullptr;
}

std::string XmlElement::textOf(StringRef wanted) const {
  const XmlElement *element = child(wanted);
  return element ? element->text : "";
}

std::string XmlElement::attribute(StringRef wanted) const {
  for (const auto &[key, value] : attributes)
    if (key == wanted)
      return value;
  return "";
}

llvm::Error
forEachXmlElement(Import &in, llvm::ArrayRef<StringRef> below,
                  llvm::function_ref<void(const XmlElement &)> visit) {
  auto text = safeXml(in);
  if (!text)
    return text.takeError();
  XmlProblem problem;
  std::unique_ptr<xmlTextReader, Free> reader(xmlReaderForMemory(
      text->data(), int(text->size()), nullptr, nullptr, kOptions));
  if (!reader)
    return in.fail(0, "not enough memory for the XML parser");
  xmlTextReaderSetStructuredErrorHandler(
      reader.get(),
      [](void *to, auto *error) { note(to, error); }, &problem);
  size_t reached = 0; // of the elements in `below`
  int status = xmlTextReaderRead(reader.get());
  while (status == 1 && !in.isStopped()) {
    size_t depth = size_t(std::max(xmlTextReaderDepth(reader.get()), 0));
    bool isElement =
        xmlTextReaderNodeType(reader.get()) == XML_READER_TYPE_ELEMENT;
    bool isOther = isElement && depth < below.size() &&
                   textOfXml(xmlTextReaderConstName(reader.get())) !=
                       below[depth];
    bool isRecord = isElement && depth == below.size();
    if (isRecord) {
      const xmlNode *node = xmlTextReaderExpand(reader.get());
      if (!node || !problem.why.empty())
        break; // cut off in the middle of it
      visit(copyElement(node));
    } else if (isElement && !isOther) {
      reached = std::max(reached, depth + 1);
    }
    status = isRecord || isOther ? xmlTextReaderNext(reader.get())
                                 : xmlTextReaderRead(reader.get());
  }
  if (!problem.why.empty() && reached)
    in.complain("line " + std::to_string(in.linesBefore + problem.line),
                "not valid XML: " + problem.why + "; what stands before is "
                "read");
  else if (!problem.why.empty())
    return in.fail(in.linesBefore + problem.line,
                   "not valid XML: " + problem.why);
  else if (reached < below.size() && status == 0)
    return in.fail(0, "the XML has no <" + below[reached].str() +
                          ">, as it should have");
  return llvm::Error::success();
}

llvm::Expected<XmlElement> parseXmlReport(Import &in) {
  auto text = safeXml(in);
  if (!text)
    return text.takeError();
  xmlSetGenericErrorFunc(nullptr, silent);
  std::unique_ptr<xmlParserCtxt, Free> context(xmlNewParserCtxt());
  if (!context)
    return in.fail(0, "not enough memory for the XML parser");
  std::unique_ptr<xmlDoc, Free> document(
      xmlCtxtReadMemory(context.get(), text->data(), int(text->size()), nullptr,
                        nullptr, kOptions | XML_PARSE_RECOVER));
  const xmlNode *root =
      document ? xmlDocGetRootElement(document.get()) : nullptr;
  std::string why;
  size_t line = 0;
  if (const xmlError *error = xmlCtxtGetLastError(context.get());
      error && error->level >= XML_ERR_ERROR) {
    why = oneLine(error->message ? error->message : "");
    line = size_t(std::max(error->line, 0));
  }
  if (!root)
    return in.fail(line, "not valid XML: " + (why.empty() ? "empty" : why));
  XmlElement element = copyElement(root);
  if (!context->wellFormed)
    in.complain("line " + std::to_string(in.linesBefore + line),
                "not valid XML: " + why + "; what stands before is read");
  return element;
}

} // namespace rbcheck
