import { readFile, stat } from "node:fs/promises"
import { Readable } from "node:stream"
import { ConversionError } from "../converter.port"
import { child, children, childText, readTree, type XmlNode } from "../ofd/xml-tree"
import { decodeAny } from "../text/text-encoding"
import { type Topic, TopicBudget } from "./topic"

const MAX_FILE = 30e6

/** Reads a file of XML in any encoding. Old FreeMind writes characters that XML forbids. */
async function readXmlFile(file: string): Promise<XmlNode> {
  if ((await stat(file)).size > MAX_FILE) throw new ConversionError("too_large")
  const text = decodeAny(await readFile(file), { markup: true }).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "")
  return readTree(Readable.from([Buffer.from(text)]))
}

const BLOCKS = /^(p|div|li|h[1-6]|br|tr)$/

/** Returns the text of a formatted topic, a line for each block. */
function richText(node: XmlNode): string {
  const inner = node.children.map((part) => (BLOCKS.test(part.name) ? `\n${richText(part)}` : richText(part))).join("")
  return `${node.text.replace(/\s+/g, " ")}${inner}`
}

const trimmedLines = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n")

function freeMindTopic(node: XmlNode, budget: TopicBudget, level: number): Topic {
  budget.take(level)
  const rich = (...types: string[]): string => {
    const parts = children(node, "richcontent").filter(({ attributes }) => types.includes(attributes["TYPE"] ?? "NODE"))
    return trimmedLines(parts.map(richText).join("\n"))
  }
  return {
    title: node.attributes["TEXT"] ?? rich("NODE"),
    note: rich("NOTE", "DETAILS"),
    link: node.attributes["LINK"] ?? "",
    topics: children(node, "node").map((topic) => freeMindTopic(topic, budget, level + 1)),
  }
}

/** Programs that write HTML into OPML escape it. */
const withoutTags = (text: string): string => trimmedLines(text.replace(/<br\s*\/?>/gi, "\n").replace(/<\/?[a-z][^<>]*>/gi, ""))

function opmlTopic(node: XmlNode, budget: TopicBudget, level: number): Topic {
  budget.take(level)
  const { text = "", title = "", _note: note = "", htmlUrl, url, xmlUrl } = node.attributes
  return {
    title: withoutTags(text || title),
    note: withoutTags(note),
    link: htmlUrl ?? url ?? xmlUrl ?? "",
    topics: children(node, "outline").map((topic) => opmlTopic(topic, budget, level + 1)),
  }
}

/** Reads a map of FreeMind or Freeplane (.mm). Throws ConversionError: too_large; other errors if it is damaged. */
export async function readFreeMind(file: string): Promise<Topic[]> {
  const root = await readXmlFile(file)
  if (root.name !== "map") throw new Error(`a file of ${root.name}`)
  const budget = new TopicBudget()
  return children(root, "node").map((node) => freeMindTopic(node, budget, 1))
}

/** Reads an outline (.opml) as one topic with the title of the file. Throws like `readFreeMind`. */
export async function readOpml(file: string): Promise<Topic[]> {
  const root = await readXmlFile(file)
  if (root.name !== "opml") throw new Error(`a file of ${root.name}`)
  const budget = new TopicBudget()
  const topics = children(child(root, "body"), "outline").map((node) => opmlTopic(node, budget, 2))
  const title = childText(child(root, "head"), "title")
  return title === "" && topics.length === 1 ? topics : [{ title: title || "大纲", note: "", link: "", topics }]
}
