/*
 * Finds perceptual hashes of pages (`ports/converter/page-imprint.ts`) that differ in few bits: two hashes that differ in up to three of their 64
 * bits share at least one of four parts, and most that differ in some more do.
 */

/** Parts of a hash, and the sides of the square of bits that it is. */
const [parts, side] = [4, 8]

/**
 * Returns four numbers of 16 bits. Each takes bits from every row and column of the page, so that none is the empty margin that many pages
 * have.
 */
export const imprintParts = (hash: bigint): [number, number, number, number] => {
  const numbers: [number, number, number, number] = [0, 0, 0, 0]
  const bits = BigInt.asUintN(64, hash)
  for (let row = 0; row < side; row += 1)
    for (let column = 0; column < side; column += 1) {
      const part = (row + column) % parts
      numbers[part] = numbers[part]! * 2 + Number((bits >> BigInt(row * side + column)) & 1n)
    }
  return numbers
}
