import { type XmlToken, xmlTokens } from "./xml-tokens"

const MAY_HIDE = /\bhidden\b/
const HIDDEN = /\shidden\s*=\s*["'](?:1|true|on)["']/
const HIDDEN_STYLE = /\sstyle\s*=\s*(?:"[^"]*|'[^']*)\bvisibility\s*:\s*hidden/
/** The elements whose properties say that a drawing or a shape of a group is hidden, and the elements that are removed then. */
const owners: Record<string, string> = { docPr: "drawing", cNvPr: "wsp" }
/** The shapes of Word 2007 and earlier, within a `w:pict`. */
const OLD_SHAPES = new Set("shape rect roundrect oval line polyline curve arc image group".split(" "))

type Open = { name: string; start: number; removed: boolean }

/** Returns the open element that a tag hides. The tag's own element is the last one, unless it is empty. */
function hiddenBy({ name, source, empty }: XmlToken & { kind: "open" }, open: readonly Open[]): Open | undefined {
  if (owners[name]) return HIDDEN.test(source) ? open.findLast((one) => one.name === owners[name]) : undefined
  const isOld = !empty && OLD_SHAPES.has(name) && HIDDEN_STYLE.test(source) && open.some((one) => one.name === "pict")
  return isOld ? open.at(-1) : undefined
}

/** Removes the drawings of a part of a Word document that Word hides: LibreOffice prints their texts. */
export function visibleDrawingsXml(xml: string): string {
  if (!MAY_HIDE.test(xml)) return xml
  const output: string[] = []
  const open: Open[] = []
  for (const token of xmlTokens(xml)) {
    if (token.kind === "open") {
      if (!token.empty) open.push({ name: token.name, start: output.length, removed: false })
      const owner = hiddenBy(token, open)
      if (owner) owner.removed = true
    }
    output.push(token.source)
    const closed = token.kind === "close" ? open.pop() : undefined
    if (closed?.removed) output.length = closed.start
  }
  return output.join("")
}
