import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { readPieces } from "./md5"

/** The server's challenge: [offset, length] of byte ranges of the file, and a nonce before them. */
export type ProofChallenge = { salt: string; ranges: readonly (readonly [number, number])[] }

/**
 * The answer of somebody who holds the file: SHA-256 over the salt and those bytes, in hex. Whoever knows only the file's
 * hash cannot give it. In pieces and without https, which the browser's own SHA-256 cannot do. Throws 文件读取失败.
 */
export const proofOf = async (file: Blob, { salt, ranges }: ProofChallenge): Promise<string> => {
  const hash = sha256.create()
  hash.update(utf8ToBytes(salt))
  for (const [offset, length] of ranges)
    for await (const bytes of readPieces(file, offset, offset + length)) hash.update(new Uint8Array(bytes))
  return bytesToHex(hash.digest())
}
