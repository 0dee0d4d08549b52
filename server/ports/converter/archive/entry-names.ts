import { decode } from "iconv-lite"
import { plausibility } from "../text/character-frequency"

/** Encodings in which programs of East Asia wrote names without declaring them. */
const ENCODINGS = ["gb18030", "big5hkscs", "shiftjis", "cp949"]
/** The standard whose usual characters an encoding is judged by. */
const scripts: Record<string, string> = { shiftjis: "eucjp" }
const PREFERENCE = 0.5

const isAscii = (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80)

/** Returns the encoding of names that no archive declares: UTF-8 if all are, else the one in which they make most sense. */
export function encodingOfNames(names: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(names.filter((name) => !isAscii(name)).flatMap((name) => [name, Buffer.from("\n")]))
  const sample = bytes.subarray(0, 20_000)
  if (sample.length === 0 || !decode(sample, "utf8").slice(0, -2).includes("\ufffd")) return "utf8"
  const rated = ENCODINGS.map((encoding, index) => {
    const text = decode(sample, encoding)
    const damage = text.split("\ufffd").length - 1
    return { encoding, score: plausibility(text, scripts[encoding] ?? encoding) - damage + (index === 0 ? PREFERENCE : 0) }
  })
  return rated.reduce((best, one) => (one.score > best.score ? one : best)).encoding
}

/** Returns a path as it is shown: slashes in one direction, without what is invisible or would reverse the line. */
export const displayedPath = (path: string): string =>
  path
    .replaceAll("\\", "/")
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/^\.\/(?=.)/, "")
