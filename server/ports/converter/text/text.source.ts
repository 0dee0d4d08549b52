import { readFile } from "node:fs/promises"
import MarkdownIt from "markdown-it"
import { ConversionError } from "../converter.port"
import type { PageSource } from "../page.source"
import { csvBlocks } from "./csv-blocks"
import { htmlBlocks } from "./html-blocks"
import { loadImages, readDataUri } from "./image-loading"
import { LayoutSource } from "./layout.source"
import { A4 } from "./page-flow"
import { markdownWithMath } from "./markdown-math"
import { layoutPages } from "./page-layout"
import { type TextDocumentBlock, withTargets } from "./text-blocks"
import { readWebArchive } from "./web-archive"
import { decodeAny } from "./text-encoding"

/** In characters. Markup takes many times its size in memory. */
const MAX_MARKUP = 10_000_000

/** Formats that declare their encoding in their first lines. */
const MARKUP = /^\.(html?|xml)$/

const markdownOptions = { html: false, linkify: false }
const markdown = new MarkdownIt(markdownOptions)
/** The characters that a formula begins with. */
const MATH = /\$|\\[([]|^ {0,3}(```|~~~)\s*math\b/m

/** Renders Markdown as HTML. The reader of formulas is loaded with the first document that may have some. */
async function renderMarkdown(text: string): Promise<string> {
  if (!MATH.test(text)) return markdown.render(text)
  const { default: temml } = await import("temml")
  const render = (tex: string, display: boolean): string =>
    temml.renderToString(tex, { displayMode: display, throwOnError: true, maxExpand: 500 })
  return markdownWithMath(markdownOptions, render).render(text)
}

function* plainBlocks(text: string): Generator<TextDocumentBlock> {
  for (const line of text.replace(/\n+$/, "").split("\n")) yield { kind: "paragraph", text: line, indent: 0, tight: true }
}

/** Splits a text into pages at form feeds. */
function* plainPages(text: string): Generator<TextDocumentBlock> {
  for (const part of text.split("\f")) {
    yield* plainBlocks(part)
    yield { kind: "pageBreak" }
  }
}

/** Returns the anchor of a Markdown heading as code hosting sites build it: lower case, without punctuation, hyphens for spaces. */
function headingAnchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
}

/** Returns the anchor name of a reference on the same page, with percent-encoding decoded. */
function anchorOf(target: string): string {
  try {
    return decodeURIComponent(target.slice(1))
  } catch {
    return target.slice(1)
  }
}

function* withOwnPlaces(blocks: Iterable<TextDocumentBlock>): Generator<TextDocumentBlock> {
  for (const block of blocks) {
    if (block.kind === "heading") yield { kind: "anchor", name: headingAnchor(block.text) }
    yield withTargets(block, (target) => (target.startsWith("#") ? anchorOf(target) : target))
  }
}

async function markupSource(html: string, maxLength: number, readImage = readDataUri): Promise<PageSource> {
  if (html.length > MAX_MARKUP) throw new ConversionError("too_large")
  return new LayoutSource(layoutPages(withOwnPlaces(await loadImages(htmlBlocks(html, "all"), readImage)), A4, maxLength), A4)
}

function archiveSource(bytes: Buffer, maxLength: number): Promise<PageSource> {
  const { pages, resource } = readWebArchive(bytes)
  if (pages.length === 0) throw new ConversionError("corrupt")
  const readImage = async (source: string): Promise<Buffer | null> => resource(source) ?? readDataUri(source)
  return markupSource(pages.join("\n"), maxLength, readImage)
}

/**
 * Opens a text file (plain, Markdown, CSV, HTML, source code) as pages, at most `maxLength` (0 = all), read in the given
 * encoding, else in the detected one. Throws ConversionError too_large.
 */
export async function openText(file: string, ext: string, maxLength: number, encoding = ""): Promise<PageSource> {
  const bytes = await readFile(file)
  if (ext === ".mht") return archiveSource(bytes, maxLength)
  const text = decodeAny(bytes, { markup: MARKUP.test(ext), encoding })
  switch (ext) {
    case ".txt":
      return new LayoutSource(layoutPages(plainPages(text), A4, maxLength), A4)
    case ".md":
    case ".markdown":
      if (text.length > MAX_MARKUP) throw new ConversionError("too_large")
      return markupSource(await renderMarkdown(text), maxLength)
    case ".html":
    case ".htm":
      return markupSource(text, maxLength)
    case ".csv":
    case ".tsv": {
      const { blocks, size } = csvBlocks(text, ext)
      return new LayoutSource(layoutPages(blocks, size, maxLength), size)
    }
    default:
      return new LayoutSource(layoutPages([{ kind: "code", text: text.trimEnd(), shaded: false, indent: 0 }], A4, maxLength), A4)
  }
}
