import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { readPieces } from "./md5"

/** The server's challenge: byte ranges of the file as [offset, length], and a nonce that precedes them. */
export type ProofChallenge = { salt: string; ranges: readonly (readonly [number, number])[] }

/**
 * Returns the proof that the browser has the file: SHA-256 over the salt and those bytes, in hex. The file's hash alone is not enough to
 * compute it. Does not use the browser's own SHA-256, which works neither in chunks nor without https. Throws 文件读取失败.
 */
export const proofOf = async (file: Blob, { salt, ranges }: ProofChallenge): Promise<string> => {
  const hash = sha256.create()
  hash.update(utf8ToBytes(salt))
  for (const [offset, length] of ranges)
    for await (const bytes of readPieces(file, offset, offset + length)) hash.update(new Uint8Array(bytes))
  return bytesToHex(hash.digest())
}
