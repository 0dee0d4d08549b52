import { hexColour } from "../svg"
import type { Resources } from "./resources"
import { numberOf } from "./values"
import type { XmlNode } from "./xml-tree"

/** `alpha`: 0 to 1. */
export type SolidColour = { red: number; green: number; blue: number; alpha: number }

const clampByte = (value: number): number => Math.max(0, Math.min(255, Math.round(value)))

/** Returns a channel between 0 and 1. "#FF" is hexadecimal. */
function channelOf(word: string, bits: number): number {
  const value = word.startsWith("#") ? Number.parseInt(word.slice(1), 16) : Number(word)
  return Number.isFinite(value) ? Math.max(0, Math.min(1, value / (2 ** bits - 1))) : 0
}

/** Returns the colour that the channels mean in a colour space: red, green and blue from 0 to 255. */
function mixed(channels: readonly number[], type: string): [number, number, number] {
  const [first = 0, second = 0, third = 0, fourth = 0] = channels
  if (type === "GRAY") return [first * 255, first * 255, first * 255]
  if (type === "CMYK") return [first, second, third].map((ink) => 255 * (1 - ink) * (1 - fourth)) as [number, number, number]
  return [first * 255, second * 255, third * 255]
}

const typeByCount: Record<number, string> = { 1: "GRAY", 3: "RGB", 4: "CMYK" }

/** Returns the colour of an element such as FillColor; null if it has no plain value. */
export function solidColour(node: XmlNode | undefined, resources: Resources): SolidColour | null {
  if (!node) return null
  const space = resources.colourSpace(node.attributes["ColorSpace"])
  const index = node.attributes["Index"]
  const raw = node.attributes["Value"] ?? (index === undefined ? undefined : space?.palette[Number(index)])
  if (raw === undefined) return null
  const words = raw.trim().split(/[\s,]+/)
  const channels = words.map((word) => channelOf(word, space?.bits ?? 8))
  const expected = { GRAY: 1, RGB: 3, CMYK: 4 }[space?.type ?? ""]
  const type = space && expected === words.length ? space.type : (typeByCount[words.length] ?? "RGB")
  const [red, green, blue] = mixed(channels, type).map(clampByte) as [number, number, number]
  return { red, green, blue, alpha: clampByte(numberOf(node, "Alpha", 255)) / 255 }
}

export function hexOf({ red, green, blue }: SolidColour): string {
  return hexColour(red, green, blue)
}
