import { createSha256 } from "../domain/sha256"
import { readPieces } from "./md5"

/** The server's challenge: [offset, length] of byte ranges of the file, and a nonce before them. */
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
