import { beside, type PageLine, type MarkedPage } from "./lines"
import { leader, markerOf, sentenceEnd } from "./markers"
import type { Block, BlockLink, StructuredPage } from "./structure.port"
import { rowCells } from "./tables"

const wide = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef\u3000-\u303f]/
/** Returns the width of a character: 2 for wide characters, otherwise 1. Used to locate a character in a line. */
const widthOf = (character: string): number => (wide.test(character) ? 2 : 1)

/** Joins the lines of a paragraph: no space between Chinese characters, and hyphenated words are made whole. */
export const glue = (one: string, next: string): string => {
  if (one === "" || next === "") return one + next
  if (/\p{L}[-\u00ad]$/u.test(one) && /^\p{Ll}/u.test(next)) return one.slice(0, -1) + next
  return wide.test(one.at(-1)!) || wide.test(next[0]!) ? one + next : `${one} ${next}`
}

const start = (kind: Block["kind"], { top, level }: PageLine): Block => ({
  kind,
  y: Math.round(top * 10) / 10,
  text: "",
  level: kind === "heading" ? Math.max(1, Math.min(6, level)) : 0,
  marker: "",
  number: "",
  joined: false,
  rows: [],
  links: [],
})

/** Returns the range of characters of a line that lie in a box. */
const under = (line: PageLine, box: { x: number; width: number }): [number, number] | null => {
  const units = [...line.text].map((character) => ({ length: character.length, width: widthOf(character) }))
  const all = units.reduce((sum, { width }) => sum + width, 0)
  if (all === 0) return null
  let [x, at] = [line.left, 0]
  let [from, to] = [-1, -1]
  for (const { length, width } of units) {
    const step = ((line.right - line.left) * width) / all
    const middle = x + step / 2
    if (middle >= box.x && middle <= box.x + box.width) {
      if (from < 0) from = at
      to = at + length
    }
    x += step
    at += length
  }
  if (from < 0) return null
  // Word boundaries are more reliable than letter positions.
  const text = line.text
  while (from > 0 && /[\w%/.:-]/.test(text[from - 1]!) && /[\w]/.test(text[from]!)) from -= 1
  while (to < text.length && /[\w%/]/.test(text[to]!) && /[\w%/.:-]/.test(text[to - 1]!)) to += 1
  return [from, to]
}

const linksOn = (line: PageLine, links: MarkedPage["links"]): BlockLink[] =>
  links.flatMap((link) => {
    const overlap = Math.min(line.bottom, link.y + link.height) - Math.max(line.top, link.y)
    if (overlap < Math.min(link.height, line.bottom - line.top) * 0.5) return []
    const range = under(line, link)
    return range ? [{ from: range[0], to: range[1], to_page: link.to, url: link.url }] : []
  })

/** Adds a line to a block and shifts its links. */
const append = (block: Block, line: PageLine, links: MarkedPage["links"]): void => {
  const text = block.kind === "code" && block.text !== "" ? `${block.text}\n${line.text}` : glue(block.text, line.text)
  const shift = text.length - line.text.length
  const last = block.links.at(-1)
  const lineLinks = linksOn(line, links).map((link) => ({ ...link, from: link.from + shift, to: link.to + shift }))
  const [first] = lineLinks
  // A link that continues on the next line is one link.
  if (
    last &&
    first &&
    last.url === first.url &&
    last.to_page === first.to_page &&
    first.from <= shift &&
    last.to >= block.text.length - 1
  ) {
    last.to = first.to
    lineLinks.shift()
  }
  block.text = text
  block.links.push(...lineLinks)
}

const finish = (block: Block): Block => {
  const cut = (from: number) => {
    const skipped = from + (/^\s*/.exec(block.text.slice(from))?.[0].length ?? 0)
    block.text = block.text.slice(skipped)
    block.links = block.links.flatMap((link) =>
      link.to > skipped ? [{ ...link, from: Math.max(0, link.from - skipped), to: link.to - skipped }] : [],
    )
  }
  if (block.kind === "item") {
    block.marker = markerOf(block.text)
    cut(block.marker.length)
  }
  if (block.kind === "contents") {
    block.number = /([\divxlcIVXLC]{1,6})\s*$/.exec(block.text)?.[1] ?? ""
    const end = block.text.search(leader)
    const title = end > 0 ? block.text.slice(0, end) : block.text.slice(0, block.text.length - block.number.length)
    block.text = title.replace(/[\s.．·…]+$/, "")
    block.links = block.links.flatMap((link) =>
      link.from < block.text.length ? [{ ...link, to: Math.min(link.to, block.text.length) }] : [],
    )
  }
  return block
}

/** Assigns cells to table columns by their left edges, using the row with the most cells. */
const tableRows = (lines: readonly PageLine[]): string[][] => {
  const rows = lines.flatMap((line) => (rowCells.has(line) ? [rowCells.get(line)!] : []))
  const columns: { left: number; right: number }[] = []
  for (const { left, right } of rows.toSorted((one, other) => other.length - one.length).flat()) {
    const column = columns.find((one) => Math.min(one.right, right) - Math.max(one.left, left) > 0)
    if (!column) columns.push({ left, right })
  }
  columns.sort((one, other) => one.left - other.left)
  return rows.map((cells) => {
    const row = columns.map(() => "")
    for (const { text, left, right } of cells) {
      const overlaps = columns.map((one) => Math.min(one.right, right) - Math.max(one.left, left))
      const at = overlaps.indexOf(Math.max(...overlaps))
      const whole = text
        .split("\n")
        .reduce((one, next) => glue(one.trim(), next.trim()), "")
        .trim()
      row[at] = beside(row[at] ?? "", whole, 9, 9)
    }
    return row
  })
}

const kindOf: Record<Exclude<PageLine["kind"], "furniture" | "cell">, Block["kind"]> = {
  heading: "heading",
  paragraph: "paragraph",
  item: "item",
  code: "code",
  caption: "caption",
  note: "note",
  contents: "contents",
}

const pageBlocks = ({ lines, links }: MarkedPage): Block[] => {
  const blocks: Block[] = []
  let open: { block: Block; kind: PageLine["kind"] } | null = null
  lines.forEach((line, at) => {
    if (line.kind === "furniture") return
    if (line.kind === "cell") {
      if (line.begins || open?.kind !== "cell") {
        const rest = lines.slice(at)
        const end = rest.findIndex((other, index) => index > 0 && (other.kind !== "cell" || other.begins))
        const cells = rest.slice(0, end < 0 ? undefined : end)
        const block = { ...start("table", line), rows: tableRows(cells) }
        block.text = block.rows.map((row) => row.filter(Boolean).join(" ")).join("\n")
        blocks.push(block)
        open = { block, kind: "cell" }
      }
      return
    }
    if (line.begins || open?.kind !== line.kind) {
      open = { block: start(kindOf[line.kind], line), kind: line.kind }
      blocks.push(open.block)
    }
    append(open.block, line, links)
  })
  return levelItems(blocks.map(finish), lines)
}

/** Sets the depth of items by the distance of their markers from the left. */
const levelItems = (blocks: Block[], lines: readonly PageLine[]): Block[] => {
  const starts = lines.filter(({ kind, begins }) => kind === "item" && begins)
  const items = blocks.filter(({ kind }) => kind === "item")
  const edges = [...new Set(starts.map(({ left }) => Math.round(left / 8)))].sort((one, other) => one - other)
  items.forEach((item, at) => {
    const left = starts[at]?.left
    if (left !== undefined) item.level = Math.min(3, edges.indexOf(Math.round(left / 8)))
  })
  return blocks
}

/** Checks whether a page's last paragraph ends in the middle of a sentence that continues on the next page. */
const goesOn = (before: MarkedPage, page: MarkedPage): boolean => {
  const body = (lines: readonly PageLine[]) => lines.filter(({ kind }) => kind !== "furniture" && kind !== "note")
  const [last, first] = [body(before.lines).at(-1), body(page.lines)[0]]
  if (!last || !first || last.kind !== "paragraph" || first.kind !== "paragraph" || sentenceEnd.test(last.text)) return false
  if (/[:：]$/.test(last.text) || Math.abs(last.size - first.size) > 0.6) return false
  const next = body(page.lines)[1]
  const full = Math.max(...before.lines.filter(({ kind }) => kind === "paragraph").map(({ right }) => right))
  return last.right > full - last.size * 3 && !(next && !next.begins && first.left > next.left + first.size * 0.8)
}

/** Returns the blocks of the pages for readers, without running heads and page numbers. */
export const blocksOf = (pages: readonly MarkedPage[]): StructuredPage[] =>
  pages.map((page, at) => {
    const blocks = pageBlocks(page)
    const before = pages[at - 1]
    const [first] = blocks
    if (first?.kind === "paragraph" && before && before.page === page.page - 1 && goesOn(before, page)) first.joined = true
    return { page: page.page, blocks }
  })
