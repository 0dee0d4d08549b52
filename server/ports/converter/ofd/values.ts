import type { Matrix } from "../pdf/matrix"
import type { XmlNode } from "./xml-tree"

/** A rectangle in the units of its space; y points down. */
export type Rectangle = { x: number; y: number; width: number; height: number }

/** Points per millimetre: OFD measures in millimetres. */
export const POINTS_PER_MM = 72 / 25.4

/** Maximum length of a number list, for example of dashes or advances. */
const MAX_NUMBERS = 100_000

/** Returns an attribute as a finite number, or the default. */
export function numberOf(node: XmlNode | undefined, name: string, standard: number): number {
  const raw = node?.attributes[name]
  const value = raw === undefined || raw.trim() === "" ? Number.NaN : Number(raw)
  return Number.isFinite(value) ? value : standard
}

/** Returns an attribute as a truth value, or the default. */
export function flagOf(node: XmlNode | undefined, name: string, standard: boolean): boolean {
  const raw = node?.attributes[name]?.trim().toLowerCase()
  return raw === undefined || raw === "" ? standard : raw === "true" || raw === "1"
}

/** Returns the numbers of a list; an invalid number counts as 0. */
export function numbersOf(raw: string | undefined): number[] {
  const words = raw?.trim().split(/[\s,]+/, MAX_NUMBERS) ?? []
  return words.filter((word) => word !== "").map((word) => (Number.isFinite(Number(word)) ? Number(word) : 0))
}

/** Returns "x y width height" as a rectangle; null if it is incomplete. */
export function rectangleOf(raw: string | undefined): Rectangle | null {
  const [x, y, width, height] = numbersOf(raw)
  if (x === undefined || y === undefined || width === undefined || height === undefined) return null
  return { x, y, width: Math.max(0, width), height: Math.max(0, height) }
}

/** Returns "a b c d e f" as a matrix; null if it is incomplete or cannot be inverted. */
export function matrixOf(raw: string | undefined): Matrix | null {
  const [a, b, c, d, e, f] = numbersOf(raw)
  if (a === undefined || b === undefined || c === undefined || d === undefined || e === undefined || f === undefined) return null
  return Math.abs(a * d - b * c) < 1e-12 ? null : [a, b, c, d, e, f]
}

/** Returns the inverse of a matrix that can be inverted. */
export function inverse([a, b, c, d, e, f]: Matrix): Matrix {
  const area = a * d - b * c
  return [d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area]
}

/** Returns the steps between characters; "g 3 5" means three steps of 5. */
export function deltasOf(raw: string | undefined): number[] | null {
  if (raw === undefined || raw.trim() === "") return null
  const words = raw.trim().split(/[\s,]+/)
  const steps: number[] = []
  for (let index = 0; index < words.length && steps.length < MAX_NUMBERS; index += 1) {
    if (words[index] !== "g") {
      steps.push(Number(words[index]) || 0)
      continue
    }
    const count = Math.max(0, Math.min(MAX_NUMBERS - steps.length, Math.round(Number(words[index + 1]) || 0)))
    const step = Number(words[index + 2]) || 0
    for (let repeat = 0; repeat < count; repeat += 1) steps.push(step)
    index += 2
  }
  return steps
}
