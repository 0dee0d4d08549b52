import type { DefaultTreeAdapterTypes } from "parse5"

type Node = DefaultTreeAdapterTypes.Node
type Element = DefaultTreeAdapterTypes.Element

const MAX_DEPTH = 100
const superscripts: Record<string, string> = Object.fromEntries(
  [..."0123456789+-=()n"].map((from, index) => [from, [..."⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ"][index] ?? ""]),
)
const subscripts: Record<string, string> = Object.fromEntries(
  [..."0123456789+-=()"].map((from, index) => [from, [..."₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"][index] ?? ""]),
)

const isElement = (node: Node): node is Element => "tagName" in node

/** Puts brackets around a term that is more than one number, name or bracketed term. */
const grouped = (term: string): string =>
  /^(\p{L}|[\d.]+|\([^()]*\))[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]*$/u.test(term) || term === "" ? term : `(${term})`

/** Writes an index with raised or lowered characters where Unicode has them, else with a sign. */
function script(term: string, characters: Record<string, string>, sign: string): string {
  const plain = [...term.replaceAll("−", "-")]
  if (plain.length > 0 && plain.every((character) => character in characters))
    return plain.map((character) => characters[character]).join("")
  return term === "" ? "" : `${sign}${grouped(term)}`
}

const raised = (term: string): string => script(term, superscripts, "^")
const lowered = (term: string): string => script(term, subscripts, "_")

type Writer = (parts: string[], element: Element) => string

/** How an element writes its parts on one line. Others write them one after the other. */
const writers: Record<string, Writer> = {
  mfrac: ([above = "", below = ""]) => `${grouped(above)}/${grouped(below)}`,
  msqrt: (parts) => `√${grouped(parts.join(""))}`,
  mroot: ([base = "", index = ""]) => `${raised(index)}√${grouped(base)}`,
  msup: ([base = "", above = ""]) => `${grouped(base)}${raised(above)}`,
  msub: ([base = "", below = ""]) => `${grouped(base)}${lowered(below)}`,
  msubsup: ([base = "", below = "", above = ""]) => `${grouped(base)}${lowered(below)}${raised(above)}`,
  munder: ([base = "", below = ""]) => `${base}${lowered(below)}`,
  mover: ([base = "", above = ""]) => `${base}${/^[\p{L}\d+-]/u.test(above) ? raised(above) : above}`,
  munderover: ([base = "", below = "", above = ""]) => `${base}${lowered(below)}${raised(above)}`,
  mtr: (parts) => parts.join(", "),
  mtable: (parts) => `[${parts.join("; ")}]`,
  mfenced: (parts, { attrs }) => {
    const value = (name: string, usual: string): string => attrs.find((candidate) => candidate.name === name)?.value ?? usual
    return `${value("open", "(")}${parts.join(value("separators", ",").charAt(0))}${value("close", ")")}`
  },
  mphantom: () => "",
  mspace: () => " ",
  // operators are spaced, so that a minus does not look like a hyphen
  mo: (parts) => (/^[+−=<>≤≥≠≈×÷±∈→⇒-]$/u.test(parts.join("").trim()) ? ` ${parts.join("").trim()} ` : parts.join("").trim()),
}
const DROPPED = new Set(["annotation", "annotation-xml"])

function write(node: Node, depth: number): string {
  if (node.nodeName === "#text" && "value" in node) return node.value.replace(/\s+/g, " ").replace(/[\u2061-\u2064]/g, "")
  if (!isElement(node) || depth > MAX_DEPTH || DROPPED.has(node.tagName)) return ""
  // white space between the parts of a formula has no meaning
  const nodes = /^(mi|mn|mo|mtext|ms)$/.test(node.tagName) ? node.childNodes : node.childNodes.filter(isElement)
  const parts = nodes.filter((child) => !isElement(child) || !DROPPED.has(child.tagName)).map((child) => write(child, depth + 1))
  return writers[node.tagName]?.(parts, node) ?? parts.join("")
}

/** Writes a formula on one line: fractions with a slash, powers raised, roots with their sign, in brackets where they are needed. */
export function mathText(math: Element): string {
  const text = write(math, 0).replace(/ {2,}/g, " ").replace(/\( /g, "(").trim()
  // letters of a certain style are those of the alphabet
  const plain = text.replace(/[\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize("NFKC"))
  return plain || (math.attrs.find(({ name }) => name === "alttext")?.value ?? "")
}
