import { decode } from "iconv-lite"
import { plausibility } from "./character-frequency"

/** Plausibility from which bytes count as UTF-16, with and without NUL bytes, which Chinese text has few of. */
const SURE = 0.5
/** Share of the bytes that are NUL in UTF-16 of a Western language, always on the same side. */
const WESTERN_NULS = 0.3

type Utf16 = "utf16le" | "utf16be"

/** Bytes that ordinary text does not contain; NUL, which text contains by accident, is judged separately. */
const isControl = (byte: number): boolean => byte < 0x20 && ![0, 9, 10, 12, 13, 27].includes(byte)

function nulsAt(bytes: Uint8Array, parity: 0 | 1): number {
  let nuls = 0
  for (let index = parity; index < bytes.length; index += 2) if (bytes[index] === 0) nuls += 1
  return nuls
}

/** True for bytes without control characters, apart from NULs among them: ordinary text in any encoding but UTF-16. */
export function isTextWithNuls(bytes: Uint8Array): boolean {
  return bytes.some((byte) => byte !== 0) && !bytes.some(isControl)
}

/** Returns the better byte order and the plausibility of the text in it. */
export function rateUtf16(bytes: Buffer): { encoding: Utf16; score: number } {
  const even = bytes.subarray(0, bytes.length - (bytes.length % 2))
  const [atEven, atOdd] = [nulsAt(even, 0), nulsAt(even, 1)]
  const western = even.length * WESTERN_NULS
  // the letters of a Western language are ASCII, which the plausibility does not rate
  if (atOdd >= western && atEven * 8 < atOdd) return { encoding: "utf16le", score: SURE * 2 }
  if (atEven >= western && atOdd * 8 < atEven) return { encoding: "utf16be", score: SURE * 2 }
  const [little, big] = [plausibility(decode(even, "utf16le"), "utf16"), plausibility(decode(even, "utf16be"), "utf16")]
  return big > little ? { encoding: "utf16be", score: big } : { encoding: "utf16le", score: little }
}

/** Recognises UTF-16 without a byte order mark in bytes with NULs or control characters; one NUL alone proves nothing. */
export function utf16Of(bytes: Buffer): Utf16 | null {
  if (!bytes.some((byte) => byte === 0 || isControl(byte))) return null
  const { encoding, score } = rateUtf16(bytes)
  return score >= SURE ? encoding : null
}
