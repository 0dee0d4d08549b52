import { z } from "zod"
import { area, perHour, perMinute } from "../area"
import { Document, documentUuid as uuid } from "./document"
import { decimal, filled, flag, id, int, many, nothing, num, str, text, time } from "../schema"

const page = int.refine((value) => value > 0, { error: "页码不正确" })

/** One entry of the table of contents: `level` 1 to 6. */
export const OutlineItem = z.object({ title: str, page: num, level: num })
/** A run of a page's text layer: its text, and its box in points from the page's upper left corner. */
export const TextRun = z.tuple([z.string(), z.number(), z.number(), z.number(), z.number()])
/**
 * A link on a page: its box in points from the page's upper left corner. It leads to the page `to`, `down` points below its top, or, if
 * `to` is 0, to `url` (http, https or mailto).
 */
export const PageLink = z.object({ page: num, x: decimal, y: decimal, width: decimal, height: decimal, to: num, down: decimal, url: str })
const colour = z
  .string()
  .regex(/^#[\da-f]{6}$/)
  .meta({ examples: ["#ffe699"] })
/** The formatting of spreadsheet cells; missing properties have their defaults. */
export const SheetStyle = z.object({
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  color: colour.optional(),
  fill: colour.optional(),
  align: z.enum(["left", "center", "right"]).optional(),
  valign: z.enum(["top", "middle", "bottom"]).optional(),
  wrap: z.boolean().optional(),
})
/**
 * A chart, picture or shape over the cells of a sheet: its box in CSS pixels from the upper left corner of the first cell. Its image comes
 * with the rows of block `block`. `clear`: the cells show through.
 */
export const SheetPicture = z.object({
  number: num,
  block: num,
  x: z.number(),
  y: z.number(),
  width: num,
  height: num,
  clear: z.boolean().optional(),
})
/** The image of a picture of a sheet as a data URI. */
export const SheetPictureSource = z.object({ number: num, src: str })
/**
 * A sheet without its cells, limited to what the user may read. Sizes in CSS pixels, 0 = hidden; rows and columns from 0. `first`: the
 * number of its first block of fifty rows; `heights`: rows that are not `height` high; `merges`: row, column, rows, columns;
 * `drawings`: some charts, pictures or shapes are only among its pages.
 */
export const Sheet = z.object({
  name: str,
  rows: num,
  columns: num,
  first: num,
  widths: many(z.number()),
  height: num,
  heights: many(z.tuple([z.number(), z.number()])),
  frozen: z.object({ rows: num, columns: num }),
  merges: many(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  pictures: z.array(SheetPicture).optional(),
  drawings: z.boolean().optional(),
})
/** A row: its number, and its cells as column, text and style index; empty cells are omitted. */
export const SheetRow = z.tuple([z.number(), z.array(z.tuple([z.number(), z.string(), z.number()]))])
/**
 * One match of the query in the document: surrounding text with the match between `start` and `start + length`, and boxes on the page in
 * points [x, y, width, height].
 */
export const InsideHit = z.object({
  page: num,
  snippet: str,
  start: num,
  length: num,
  boxes: many(z.tuple([z.number(), z.number(), z.number(), z.number()])),
})
/** Characters `from` to `to` link to the page `to_page`, or, if it is 0, to `url` (http, https or mailto). */
export const BlockLink = z.object({ from: num, to: num, to_page: num, url: str })
/**
 * A block of a page: `heading` with its `level`, `item` with its `marker` and depth, `table` with `rows`, `contents` with the `number` of
 * the page that it names, `caption`, `note`, `code`, `paragraph`. `y`: its upper edge in points; `joined`: continues the last paragraph of
 * the previous page.
 */
export const TextBlock = z.object({
  kind: z.enum(["heading", "paragraph", "item", "table", "code", "caption", "note", "contents"]),
  y: decimal,
  text: str,
  level: num,
  marker: str,
  number: str,
  joined: flag,
  rows: many(z.array(z.string())),
  links: many(BlockLink),
})
export const PageBlocks = z.object({ page: num, blocks: many(TextBlock) })
export const PageText = z.object({ page: num, text: str })
export const DocumentScore = z.object({ id: num, document_id: num, user_id: num, score: num })

/** A document with the page that the user has read to. */
const ReadDocument = z.object({
  uuid: str,
  title: str,
  ext: str,
  pages: num,
  width: num,
  height: num,
  status: num,
  version: num,
  converted_pages: num,
  page: num,
  updated_at: time,
})

export const reading = area({
  "GET /document/outline": {
    title: "文档目录",
    access: "public",
    input: z.object({ uuid }),
    output: z.object({ outline: many(OutlineItem) }),
  },
  "GET /document/words": {
    title: "页面文字层",
    access: "public",
    input: z.object({ uuid, page }),
    output: z.object({ words: many(TextRun) }),
  },
  "GET /document/text": {
    title: "文字版",
    access: "public",
    /** texts of at most 20 pages starting at `page`; `pages` = how many the user may read */
    input: z.object({ uuid, page, size: int.optional() }),
    output: z.object({ pages: num, text: many(PageText) }),
  },
  "GET /document/blocks": {
    title: "文字版的段落",
    access: "public",
    limit: perMinute(240, "person"),
    /** blocks of at most 20 pages starting at `page`; `pages` = how many the user may read */
    input: z.object({ uuid, page, size: int.optional() }),
    output: z.object({ pages: num, page: many(PageBlocks) }),
  },
  "GET /document/links": {
    title: "页面上的链接",
    access: "public",
    /** links of at most 20 pages starting at `page`: those to pages that the user may read, and to URLs */
    input: z.object({ uuid, page, size: int.optional() }),
    output: z.object({ links: many(PageLink) }),
  },
  "GET /document/signatures": {
    title: "页面图片的签名",
    access: "login",
    limit: perMinute(240, "person"),
    /** at most 200 pages starting at `page` */
    input: z.object({ uuid, page, size: int.optional() }),
    /**
     * `sign` belongs to the addresses `/view/page/{uuid}/{page}.svg?v={version}&sign={sign}` and `/view/thumb/…`, which need neither header
     * nor cookie until `expires_at` or the end of the session. Public pages need none.
     */
    output: z.object({ version: num, expires_at: time, signature: many(z.object({ page: num, sign: str })) }),
  },
  "GET /document/sheets": {
    title: "工作表",
    access: "public",
    input: z.object({ uuid }),
    /** `more`: there are rows or sheets that the user may not read */
    output: z.object({ styles: many(SheetStyle), sheets: many(Sheet), more: flag }),
  },
  "GET /document/rows": {
    title: "工作表的行",
    access: "public",
    /** fifty rows and the pictures that begin there; blocks are counted from 1 across all sheets, each counts as one page of a preview */
    input: z.object({ uuid, block: int.refine((value) => value > 0, { error: "行的位置不正确" }) }),
    output: z.object({ rows: many(SheetRow), pictures: many(SheetPictureSource) }),
  },
  "GET /document/inside": {
    title: "在文档内搜索",
    access: "public",
    limit: perMinute(120, "person"),
    input: z.object({ uuid, wd: filled(64, "搜索词") }),
    /** at most 200 matches; `total` counts all of them on pages that the user may read */
    output: z.object({ total: num, hits: many(InsideHit) }),
  },
  "GET /document/related": {
    title: "相关文档",
    access: "public",
    shared: true,
    input: z.object({ id: int.optional(), uuid: uuid.optional() }),
    output: z.object({ document: many(Document) }),
  },
  "GET /document/neighbour": {
    title: "同分类的上一份和下一份",
    access: "public",
    shared: true,
    input: z.object({ uuid }),
    output: z.object({ previous: Document.nullable().default(null), next: Document.nullable().default(null) }),
  },
  /** existing clients send 0 while they are still loading the document: no score */
  "GET /document/score": { title: "我的评分", access: "login", input: z.object({ document_id: int }), output: DocumentScore },
  "POST /document/score": {
    title: "给文档评分",
    access: "login",
    conflicts: true,
    limit: perHour(120, "person"),
    /** 100 to 500, in hundredths */
    input: z.object({
      document_id: id,
      score: int.refine((value) => value >= 100 && value <= 500 && value % 100 === 0, { error: "评分应在 1 到 5 之间" }),
    }),
    output: DocumentScore,
  },
  "GET /document/position": {
    title: "读到哪里",
    access: "login",
    input: z.object({ uuid }),
    output: z.object({ page: num, updated_at: time }),
  },
  "GET /document/position/list": {
    title: "在读的文档",
    access: "login",
    /** documents that the user has begun and not finished, the last read first */
    input: z.object({ size: int.optional() }),
    output: z.object({ position: many(ReadDocument) }),
  },
  "PUT /document/position": { title: "记住读到哪里", access: "login", input: z.object({ uuid, page }), output: nothing },
  "GET /oembed": {
    title: "嵌入信息",
    access: "public",
    input: z.object({ url: text(2048, "网址"), maxwidth: int.optional(), maxheight: int.optional(), format: z.string().max(8).optional() }),
    output: z.object({
      version: str,
      type: str,
      title: str,
      author_name: str,
      author_url: str,
      provider_name: str,
      provider_url: str,
      thumbnail_url: str,
      thumbnail_width: num,
      thumbnail_height: num,
      html: str,
      width: num,
      height: num,
    }),
  },
})
