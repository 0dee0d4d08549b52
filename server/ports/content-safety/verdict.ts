import { SafetyLevel } from "../../../lib/contract/community/content-safety.enums"
import type { SafetyFinding, SafetyVerdict } from "./content-safety.port"

/** Findings of one text that are stored, and words of one finding. */
const [maxFindings, maxWords] = [20, 10]

/** Joins the verdicts of the parts of a text: the strictest level counts. */
export const joined = (verdicts: readonly SafetyVerdict[]): SafetyVerdict => ({
  level: Math.max(SafetyLevel.pass, ...verdicts.map(({ level }) => level)),
  findings: verdicts.flatMap(({ findings }) => findings).slice(0, maxFindings),
})

/** Splits a text into pieces of at most `size` characters, each at a line end if there is one in its last third. */
export const piecesOf = (text: string, size: number): string[] => {
  const letters = [...text]
  const pieces: string[] = []
  for (let at = 0; at < letters.length;) {
    const end = letters.lastIndexOf("\n", at + size - 1)
    const next = at + size < letters.length && end > at + (size * 2) / 3 ? end + 1 : at + size
    pieces.push(letters.slice(at, next).join(""))
    at = next
  }
  return pieces.filter((piece) => piece.trim() !== "")
}

export const findingOf = (category: number, label: unknown, score: unknown, words: readonly unknown[] = []): SafetyFinding => ({
  category,
  label: textOf(label).slice(0, 64),
  score: Math.min(100, Math.max(0, Math.round(Number(score) || 0))),
  words: [...new Set(words.map((word) => textOf(word).trim().slice(0, 64)).filter(Boolean))].slice(0, maxWords),
})

export const textOf = (value: unknown): string => (typeof value === "string" || typeof value === "number" ? String(value) : "")

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {}
export const listOf = (value: unknown): Readonly<Record<string, unknown>>[] => (Array.isArray(value) ? value.map(recordOf) : [])
