import { foldText } from "@/lib/rules/library/text-folding"

/*
 * Detects nearly identical texts: MinHash over shingles, split into bands. Two texts of similarity s share a band with probability 1 - (1 -
 * s⁴)¹⁶.
 */

const shingle = 5
const hashes = 64
const bands = 16
const rows = hashes / bands
/** Shorter texts are similar by chance. */
const shortest = 200
const longest = 200_000

/** Odd multipliers and offsets, the same on every machine, because bands computed on different days must be comparable. */
const seeds = (() => {
  let state = 0x9e3779b9
  const next = () => {
    state = Math.imul(state ^ (state >>> 15), 0x85ebca6b) + 0x27d4eb2f
    return (state ^ (state >>> 13)) >>> 0
  }
  return { times: Uint32Array.from({ length: hashes }, () => next() | 1), plus: Uint32Array.from({ length: hashes }, next) }
})()

/** FNV-1a over two bytes per character, mixed once more so that the upper bits depend on all. */
const hashAt = (text: string, from: number): number => {
  let hash = 0x811c9dc5
  for (let at = from; at < from + shingle; at++) {
    const code = text.charCodeAt(at)
    hash = Math.imul(hash ^ (code & 0xff), 0x01000193)
    hash = Math.imul(hash ^ (code >>> 8), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const signatureOf = (text: string): Uint32Array => {
  const least = new Uint32Array(hashes).fill(0xffffffff)
  const { times, plus } = seeds
  for (let from = 0; from + shingle <= text.length; from++) {
    const hash = hashAt(text, from)
    for (let n = 0; n < hashes; n++) {
      const mixed = (Math.imul(hash, times[n]!) + plus[n]!) >>> 0
      if (mixed < least[n]!) least[n] = mixed
    }
  }
  return least
}

/** Removes numbers, page headers and white space, which differ from copy to copy; letters stay. */
const normal = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}]+/gu, "")
    .slice(0, longest)

/**
 * Returns one signed 64-bit number per band; none for texts of fewer than 200 letters. Takes about 25 ms for the longest text considered.
 */
export const textBands = (text: string): bigint[] => {
  const letters = normal(text)
  if (letters.length < shortest) return []
  const signature = signatureOf(letters)
  return Array.from({ length: bands }, (_, band) => {
    let hash = 0xcbf29ce484222325n
    for (let row = 0; row < rows; row++) hash = BigInt.asUintN(64, (hash ^ BigInt(signature[band * rows + row]!)) * 0x100000001b3n)
    return BigInt.asIntN(64, hash)
  })
}

/** How many bands two texts share that are at least this similar (0 to 1), as expected. */
export const bandsOfLikeness = (likeness: number): number => Math.ceil(bands * Math.pow(likeness, rows))

/** Estimates the similarity of two texts (0 to 1) as the one at which this number of shared bands is expected. */
export const likenessOf = (shared: number): number => Math.round(100 * Math.pow(Math.min(shared, bands) / bands, 1 / rows)) / 100
