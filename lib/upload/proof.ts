import { createSha256 } from "../domain/sha256"
import { readPieces } from "./md5"

/** What the server wants to know of a file: [offset, length] of some of its bytes, and words of its own before them. */
export type ProofChallenge = { salt: string; ranges: readonly (readonly [number, number])[] }

/**
 * The answer of somebody who holds the file: SHA-256 over the salt and those bytes, in hex. Whoever knows only the file's
 * hash cannot give it. Throws 文件读取失败.
 */
export const proofOf = async (file: Blob, { salt, ranges }: ProofChallenge): Promise<string> => {
  const hash = createSha256()
  hash.update(new TextEncoder().encode(salt))
  for (const [offset, length] of ranges)
    for await (const bytes of readPieces(file, offset, offset + length)) hash.update(new Uint8Array(bytes))
  return hash.digest()
}
