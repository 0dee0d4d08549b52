import { type XmlToken, xmlTokens } from "./xml-tokens"

const words = (list: string): ReadonlySet<string> => new Set(list.split(" "))

/** Elements that disappear with their content: comments, deleted text, and earlier formatting. */
const DROPPED = words(
  "commentRangeStart commentRangeEnd commentReference annotationRef delText delInstrText numberingChange " +
    "rPrChange pPrChange sectPrChange tblPrChange tblPrExChange trPrChange tcPrChange tblGridChange " +
    "moveFromRangeStart moveFromRangeEnd moveToRangeStart moveToRangeEnd customXmlInsRangeStart customXmlInsRangeEnd " +
    "customXmlDelRangeStart customXmlDelRangeEnd customXmlMoveFromRangeStart customXmlMoveFromRangeEnd " +
    "customXmlMoveToRangeStart customXmlMoveToRangeEnd",
)
/** Elements that are replaced by their content. */
const UNWRAPPED = words("ins moveTo cellIns cellMerge")
const DELETION = words("del moveFrom")
/** Elements that end the text of a paragraph whose mark was deleted. */
const BLOCK = words("tbl sdt sectPr customXml altChunk")
/** Properties in which a deletion is a mark without content. */
const PROPERTIES = words("rPr trPr tcPr ctrlPr numPr")
const REVISION = /<(?:[\w.-]+:)?(?:ins|del|moveFrom|moveTo|cellIns|cellDel|cellMerge|delText|comment\w+|annotationRef|\w+Change)[\s/>]/
const VISIBLE = /^<(?:[\w.-]+:)?(?:t|tab|br|sym|drawing|pict|object|oMath|oMathPara|ptab)[\s/>]/

/** An open element that is written, and what is known about it so far. */
type Frame = {
  name: string
  /** Index of its first token in the output. */
  start: number
  /** False if only its content is written. */
  written: boolean
  removed: boolean
  /** Paragraphs: index of the first token after the properties. */
  content: number
  /** Paragraphs: their mark is deleted, so the next paragraph continues the text. */
  merged: boolean
  /** Paragraphs: the text of earlier ones, which belongs before their content. */
  earlier: readonly string[]
  /** Containers: a merged paragraph that waits for the next one: its content, and all of it. */
  waiting: { content: readonly string[]; whole: readonly string[] } | null
  /** Tables and rows: number of rows or cells that are left. */
  children: number
}

/** Writes one part of a Word document with all changes accepted. */
class RevisionFilter {
  private readonly output: string[] = []
  private readonly stack: Frame[] = []
  /** Number of open elements inside a dropped one, itself included. */
  private dropped = 0

  accept(xml: string): string {
    for (const token of xmlTokens(xml)) this.token(token)
    return this.output.join("")
  }

  private token(token: XmlToken): void {
    if (this.dropped > 0) {
      if (token.kind === "open" && !token.empty) this.dropped += 1
      else if (token.kind === "close") this.dropped -= 1
    } else if (token.kind === "open") this.open(token)
    else if (token.kind === "close") this.close(token.source)
    else this.output.push(token.source)
  }

  private open({ name, source, empty }: XmlToken & { kind: "open" }): void {
    if (DROPPED.has(name) || DELETION.has(name) || name === "cellDel") {
      this.mark(name)
      if (!empty) this.dropped = 1
      return
    }
    const written = !UNWRAPPED.has(name)
    if (!written && empty) return
    const earlier = written ? this.takeWaiting(name) : []
    const parent = this.stack.at(-1)
    if (parent?.name === "p" && name !== "pPr") this.writeEarlier(parent)
    // an empty paragraph needs room for the text of the one before
    const divided = empty && name === "p"
    const start = this.output.length
    if (written) this.output.push(divided ? `${source.slice(0, -2)}>` : source)
    if (empty && !divided) return
    this.stack.push({
      name,
      start,
      written,
      removed: false,
      content: this.output.length,
      merged: false,
      earlier,
      waiting: null,
      children: 0,
    })
    if (divided) this.close(`</${source.slice(1, source.search(/[\s/>]/))}>`)
  }

  /** Handles a deletion that is a property: of a paragraph's mark, a row or a cell. */
  private mark(name: string): void {
    const [paragraph, properties, parent] = [this.stack.at(-3), this.stack.at(-2), this.stack.at(-1)]
    if (!parent || !PROPERTIES.has(parent.name)) return
    if (name === "cellDel") {
      if (properties?.name === "tc") properties.removed = true
    } else if (!DELETION.has(name)) return
    else if (parent.name === "trPr" && properties) properties.removed = true
    else if (parent.name === "rPr" && properties?.name === "pPr" && paragraph) paragraph.merged = true
  }

  private close(source: string): void {
    const frame = this.stack.pop()
    if (!frame) return
    if (frame.name === "p") this.writeEarlier(frame)
    const parent = this.stack.at(-1)
    if (frame.waiting) {
      if (!frame.written && parent) parent.waiting = frame.waiting
      else this.writeWhole(frame.waiting, frame.name !== "body")
    }
    if (!frame.written) return
    this.output.push(source)
    if (frame.name === "pPr" && parent?.name === "p") {
      parent.content = this.output.length
      this.writeEarlier(parent)
    } else if (frame.name === "p" && frame.merged && parent) {
      const whole = this.output.splice(frame.start)
      parent.waiting = { whole, content: whole.slice(frame.content - frame.start, -1) }
    } else if (frame.removed || ((frame.name === "tbl" || frame.name === "tr") && frame.children === 0)) this.output.length = frame.start
    else if (parent && (frame.name === "tr" || frame.name === "tc")) this.count(frame.name)
  }

  /** Counts a row of its table or a cell of its row; content controls may be between them. */
  private count(name: string): void {
    const owner = this.stack.findLast((frame) => frame.name === (name === "tr" ? "tbl" : "tr"))
    if (owner) owner.children += 1
  }

  /** Returns the text that the element's paragraph continues. Writes it as a paragraph of its own if the element is something else. */
  private takeWaiting(name: string): readonly string[] {
    const parent = this.stack.at(-1)
    if (!parent?.waiting || (name !== "p" && !BLOCK.has(name))) return []
    const { waiting } = parent
    parent.waiting = null
    if (name === "p") return waiting.content
    this.writeWhole(waiting, false)
    return []
  }

  private writeEarlier(frame: Frame): void {
    const { earlier } = frame
    frame.earlier = []
    for (const token of earlier) this.output.push(token)
  }

  private writeWhole({ content, whole }: NonNullable<Frame["waiting"]>, always: boolean): void {
    if (always || content.some((token) => VISIBLE.test(token))) for (const token of whole) this.output.push(token)
  }
}

/** Returns a part of a Word document as it is after all tracked changes are accepted and all comments removed. */
export function acceptRevisionsXml(xml: string): string {
  return REVISION.test(xml) ? new RevisionFilter().accept(xml) : xml
}
