import { Readable } from "node:stream"
import { ConversionError } from "../converter.port"
import { ZipArchive } from "../inspect/zip-archive"
import { child, children, childText, readTree, type XmlNode } from "../ofd/xml-tree"
import { decodeAny } from "../text/text-encoding"
import { type Topic, TopicBudget } from "./topic"

const MAX_CONTENT = 30e6

type Json = Record<string, unknown>

const objectOf = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {})
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])
const stringOf = (value: unknown): string => (typeof value === "string" ? value : "")

function jsonTopic(value: unknown, budget: TopicBudget, level: number): Topic {
  budget.take(level)
  const { title, href, notes, children: inner } = objectOf(value)
  const { attached, detached } = objectOf(inner)
  return {
    title: stringOf(title),
    note: stringOf(objectOf(objectOf(notes)["plain"])["content"]),
    link: stringOf(href),
    topics: [...listOf(attached), ...listOf(detached)].map((one) => jsonTopic(one, budget, level + 1)),
  }
}

/** The XML of XMind 8 and earlier. */
function xmlTopic(node: XmlNode, budget: TopicBudget, level: number): Topic {
  budget.take(level)
  const groups = children(child(node, "children"), "topics")
  const shown = groups.filter(({ attributes }) => /^(attached|detached)$/.test(attributes["type"] ?? "attached"))
  return {
    title: childText(node, "title"),
    note: childText(child(node, "notes"), "plain"),
    link: node.attributes["xlink:href"] ?? "",
    topics: shown.flatMap((group) => children(group, "topic")).map((topic) => xmlTopic(topic, budget, level + 1)),
  }
}

function readJson(bytes: Buffer): Topic[] {
  const budget = new TopicBudget()
  return listOf(JSON.parse(decodeAny(bytes))).map((sheet) => jsonTopic(objectOf(sheet)["rootTopic"], budget, 1))
}

async function readXml(bytes: Buffer): Promise<Topic[]> {
  const budget = new TopicBudget()
  const root = await readTree(Readable.from([bytes]))
  if (root.name !== "xmap-content") throw new Error(`a file of ${root.name}`)
  return children(root, "sheet").flatMap((sheet) => children(sheet, "topic").map((topic) => xmlTopic(topic, budget, 1)))
}

/** Reads the central topics of all sheets of an XMind file. Throws ConversionError: too_large; other errors if it is damaged. */
export async function readXmind(file: string): Promise<Topic[]> {
  const archive = await ZipArchive.open(file, { absoluteNames: true })
  try {
    const name = archive.entries.has("content.json") ? "content.json" : "content.xml"
    const size = archive.entries.get(name)?.uncompressedSize ?? 0
    if (size > MAX_CONTENT) throw new ConversionError("too_large")
    const bytes = await archive.read(name, MAX_CONTENT)
    if (bytes === null) throw new Error(`no ${name}`)
    return await (name === "content.json" ? readJson(bytes) : readXml(bytes))
  } finally {
    archive.close()
  }
}
