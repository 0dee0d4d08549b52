import { ConversionError } from "../converter.port"
import type { PageSource } from "../page.source"
import { LayoutSource } from "../text/layout.source"
import { A4 } from "../text/page-flow"
import { layoutPages } from "../text/page-layout"
import type { TextDocumentBlock, TextLink } from "../text/text-blocks"
import type { Topic } from "./topic"
import { readXmind } from "./xmind"
import { readFreeMind, readOpml } from "./xml-maps"

const INDENT = 18
/** Levels that are headings; those below are items of a list. */
const HEADINGS = 2
/** The page is too narrow for deeper steps. */
const MAX_STEPS = 12
const EXTERNAL = /^(https?|mailto):/i

const readers: Record<string, (file: string) => Promise<Topic[]>> = { ".xmind": readXmind, ".mm": readFreeMind, ".opml": readOpml }

const linksOf = (text: string, target: string): { links?: TextLink[] } =>
  EXTERNAL.test(target) ? { links: [{ from: 0, to: text.length, target }] } : {}

/** A topic without words may still have a picture or topics below. */
const titleOf = ({ title }: Topic): string => title.replaceAll("\t", " ").trim() || "（无标题）"

function* topicBlocks(topic: Topic, level: number): Generator<TextDocumentBlock> {
  const text = titleOf(topic)
  const indent = Math.min(MAX_STEPS, Math.max(0, level - HEADINGS)) * INDENT
  if (level <= HEADINGS) yield { kind: "heading", level, text: text.replace(/\s+/g, " "), ...linksOf(text, topic.link) }
  else yield { kind: "paragraph", text, indent, marker: "•", tight: true, ...linksOf(text, topic.link) }
  if (topic.note.trim()) yield { kind: "paragraph", text: topic.note.trim(), indent: indent + INDENT, tight: true }
  for (const inner of topic.topics) yield* topicBlocks(inner, level + 1)
}

function* mapBlocks(maps: readonly Topic[]): Generator<TextDocumentBlock> {
  for (const map of maps) {
    yield { kind: "pageBreak" }
    yield* topicBlocks(map, 1)
  }
}

/**
 * Opens a mind map (.xmind, .mm) or an outline (.opml) as an indented list; each sheet begins on a new page. Throws ConversionError: corrupt,
 * empty, too_large.
 */
export async function openMindmap(file: string, ext: string, maxLength: number): Promise<PageSource> {
  const read = readers[ext]
  if (!read) throw new ConversionError("unsupported")
  const maps = await read(file).catch((error: unknown) => {
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  })
  if (maps.length === 0) throw new ConversionError("empty")
  return new LayoutSource(layoutPages(mapBlocks(maps), A4, maxLength), A4)
}
