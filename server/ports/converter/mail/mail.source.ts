import { readFile, stat } from "node:fs/promises"
import { byteSize } from "../byte-size"
import { ConversionError } from "../converter.port"
import type { PageSource } from "../page.source"
import { htmlBlocks } from "../text/html-blocks"
import { loadImages, readDataUri } from "../text/image-loading"
import { LayoutSource } from "../text/layout.source"
import { A4 } from "../text/page-flow"
import { layoutPages } from "../text/page-layout"
import type { RawBlock, TextDocumentBlock } from "../text/text-blocks"
import { type Correspondent, type Letter, MAX_MAIL } from "./letter"
import { readMimeMail } from "./mime-mail"
import { readOutlookMail } from "./outlook-mail"

/** People and attachments that are named; longer lists end with their number. */
const MAX_PEOPLE = 50
const MAX_ATTACHMENTS = 500
/** Characters. */
const MAX_TEXT = 10_000_000
const MAX_NAME = 200
/** The readers of a Chinese mail expect the time of Beijing, regardless of the sender's time zone. */
const dates = new Intl.DateTimeFormat("sv-SE", { timeZone: "Asia/Shanghai", dateStyle: "short", timeStyle: "short" })

const oneLine = (text: string): string => text.replace(/\s+/g, " ").trim().slice(0, MAX_NAME)

function people(correspondents: readonly Correspondent[]): string {
  const named = correspondents.slice(0, MAX_PEOPLE).map(({ name, address }) => {
    const [who, where] = [oneLine(name), oneLine(address)]
    return who && where ? `${who} <${where}>` : who || where
  })
  const more = correspondents.length > MAX_PEOPLE ? ` 等 ${correspondents.length} 人` : ""
  return named.filter(Boolean).join("，") + more
}

function sentOn(sent: string): string {
  const instant = new Date(sent)
  return Number.isNaN(instant.getTime()) ? oneLine(sent) : `${dates.format(instant)}（北京时间）`
}

const paragraph = (text: string): RawBlock => ({ kind: "paragraph", text, indent: 0, tight: true })

function headBlocks({ subject, from, to, copies, sent }: Letter): RawBlock[] {
  const rows = [
    ["发件人", people(from)],
    ["收件人", people(to)],
    ["抄送", people(copies)],
    ["时间", sentOn(sent)],
  ].filter(([, value]) => value !== "")
  const title: RawBlock = { kind: "heading", level: 2, text: oneLine(subject) || "（无主题）" }
  return [title, ...rows.map(([label, value]) => paragraph(`${label}：${value}`)), { kind: "rule" }]
}

function attachmentBlocks({ attachments }: Letter): RawBlock[] {
  if (attachments.length === 0) return []
  const listed = attachments
    .slice(0, MAX_ATTACHMENTS)
    .map(({ name, bytes }) => paragraph(`${oneLine(name) || "未命名"}${bytes > 0 ? `（${byteSize(bytes)}）` : ""}`))
  const rest = attachments.length > MAX_ATTACHMENTS ? [paragraph("……")] : []
  return [{ kind: "rule" }, paragraph(`附件 ${attachments.length} 个：`), ...listed, ...rest]
}

/** Blank lines are kept, one in a row. */
const textBlocks = (text: string): RawBlock[] =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
    .split("\n")
    .map(paragraph)

const isRemote = (block: RawBlock): boolean => block.kind === "imageReference" && /^\s*(https?:)?\/\//i.test(block.source)

/** A heading within the text is none of the document. */
const asText = (block: RawBlock): RawBlock => (block.kind === "heading" ? { ...block, level: Math.max(3, block.level) } : block)

async function letterBlocks(letter: Letter): Promise<{ blocks: TextDocumentBlock[]; notes: string[] }> {
  const body = letter.html === null ? textBlocks(letter.text) : htmlBlocks(letter.html).map(asText)
  const blocks = [...headBlocks(letter), ...body, ...attachmentBlocks(letter)]
  const readImage = async (source: string): Promise<Buffer | null> =>
    source.startsWith("data:") ? readDataUri(source) : letter.picture(source)
  const notes = body.some(isRemote) ? [...letter.notes, "邮件引用了网络上的图片，预览中不加载"] : letter.notes
  return { blocks: await loadImages(blocks, readImage), notes }
}

/**
 * Opens a mail (.eml, .msg) as pages: subject, people and date, the text, the names of its attachments. Nothing is fetched from the network.
 * Throws ConversionError: corrupt, too_large.
 */
export async function openMail(file: string, ext: string, maxLength: number): Promise<PageSource> {
  if ((await stat(file)).size > MAX_MAIL) throw new ConversionError("too_large")
  const bytes = await readFile(file)
  const letter = await (ext === ".msg" ? readOutlookMail(bytes) : readMimeMail(bytes)).catch((error: unknown) => {
    throw error instanceof ConversionError ? error : new ConversionError("corrupt", { cause: error })
  })
  if ((letter.html ?? letter.text).length > MAX_TEXT) throw new ConversionError("too_large")
  const { blocks, notes } = await letterBlocks(letter)
  return new LayoutSource(layoutPages(blocks, A4, maxLength), A4, { notes })
}
