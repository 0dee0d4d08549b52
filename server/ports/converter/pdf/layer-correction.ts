import { visibleMemberships } from "./layer-probe"
import { LayerStates } from "./layer-states"
import { entriesOf, type PdfValue, readPdfValue } from "./pdf-values"
import { normalizedCopy, objectText, withObjects } from "./plain-copy"
import type { Pdfium } from "./pdfium-module"

/** Beyond this number of groups and memberships, PDFium's answer is not corrected. */
const MAX_MEMBERSHIPS = 3000
/** PDFium shows the content of the first and hides that of the second, an alternative without choices. */
const ALWAYS = "<</Type/OCMD>>"
const NEVER = "<</Type/OCMD/VE[/Or]>>"

/** A dictionary of a group or a membership: its own object or one within another. */
type Membership = { start: number; end: number; number: number; whole: boolean; value: PdfValue }

/** Returns the position after the dictionary that begins at `start`. Strings may contain anything. */
function endOfDictionary(text: string, start: number): number {
  let depth = 0
  const edges = /\((?:\\[\s\S]|[^\\()])*\)|<<|>>/g
  edges.lastIndex = start
  for (let edge = edges.exec(text); edge !== null; edge = edges.exec(text)) {
    if (edge[0] === "<<") depth += 1
    if (edge[0] === ">>") depth -= 1
    if (depth === 0) return edges.lastIndex
  }
  return -1
}

/** Returns the start of the innermost dictionary around a position; -1 if there is none. */
function startOfDictionary(text: string, position: number): number {
  const open: number[] = []
  for (const { 0: edge, index } of text.slice(0, position).matchAll(/\((?:\\[\s\S]|[^\\()])*\)|<<|>>/g)) {
    if (edge === "<<") open.push(index)
    if (edge === ">>") open.pop()
  }
  return open.at(-1) ?? -1
}

function membershipAt(copy: Buffer, position: number): Membership | null {
  const header = copy.lastIndexOf(" 0 obj", position)
  if (header < 0) return null
  const number = Number(/(\d+)$/.exec(copy.toString("latin1", Math.max(0, header - 12), header))?.[1] ?? 0)
  const from = header + " 0 obj".length
  const close = copy.indexOf("endobj", position)
  const text = copy.toString("latin1", from, close < 0 ? copy.length : close)
  const start = startOfDictionary(text, position - from)
  const end = start < 0 ? -1 : endOfDictionary(text, start)
  if (number === 0 || end < 0) return null
  const value = readPdfValue(text.slice(start, end))
  return { start: from + start, end: from + end, number, whole: text.slice(0, start).trim() === "", value }
}

/** Returns the groups and memberships of a normalized copy. Null if there are too many. */
function membershipsOf(copy: Buffer): Membership[] | null {
  const memberships = new Map<number, Membership>()
  for (const type of ["/OCG", "/OCMD"])
    for (let at = copy.indexOf(type); at >= 0; at = copy.indexOf(type, at + type.length)) {
      if (/[A-Za-z]/.test(String.fromCharCode(copy[at + type.length] ?? 0))) continue
      if (!/\/Type\s*$/.test(copy.toString("latin1", Math.max(0, at - 12), at))) continue
      const membership = membershipAt(copy, at)
      if (membership !== null) memberships.set(membership.start, membership)
      if (memberships.size > MAX_MEMBERSHIPS) return null
    }
  return [...memberships.values()]
}

function layerStatesOf(copy: Buffer): LayerStates {
  const read = (number: number): PdfValue => readPdfValue(objectText(copy, String(number)).replace(/^\s*\d+ 0 obj/, ""))
  const root = /\/Root (\d+) 0 R/.exec(copy.toString("latin1", Math.max(0, copy.lastIndexOf("/Root "))))?.[1]
  return new LayerStates(entriesOf(read(Number(root ?? 0))).get("OCProperties") ?? null, read)
}

/**
 * Returns a copy of the document in which each group and membership is visible only if both PDFium and the default configuration say so.
 * Null if PDFium is right about all of them, as it mostly is: it follows usages that no /AS entry names, and other configurations.
 */
export function correctedLayers(pdfium: Pdfium, document: number): Buffer | null {
  const copy = normalizedCopy(pdfium, document)
  const memberships = copy === null ? null : membershipsOf(copy)
  if (copy === null || memberships === null || memberships.length === 0) return null
  const states = layerStatesOf(copy)
  const visible = memberships.map(({ number, whole, value }) => states.isVisible(whole ? { reference: number } : value))
  if (visible.every(Boolean)) return null
  const texts = memberships.map(({ number, whole, start, end }) => (whole ? `${number} 0 R` : copy.toString("latin1", start, end)))
  const drawn = visibleMemberships(pdfium, document, copy, texts)
  if (visible.every((state, index) => state || !drawn[index])) return null
  const objects = new Map<number, string>()
  for (const [index, { number, whole, start, end }] of memberships.entries()) {
    const constant = visible[index] && drawn[index] ? ALWAYS : NEVER
    // the name distinguishes layers on pages with very many sections
    if (whole) objects.set(number, `${constant.slice(0, -2)}/Name(${number})>>\n`)
    else copy.write(constant.slice(0, end - start).padEnd(end - start), start, "latin1")
  }
  return withObjects(copy, objects)
}
