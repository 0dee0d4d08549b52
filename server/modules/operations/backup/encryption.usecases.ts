import { createHmac } from "node:crypto"
import { Readable } from "node:stream"
import type { ReadableStream } from "node:stream/web"
import { StartError } from "@/server/errors"

/** Encrypts the files of a backup folder in the format of age, one key for all. `nameOf`: names that do not reveal the content. */
export type Cipher = {
  seal: (parts: Readable) => Promise<Readable>
  open: (parts: Readable) => Promise<Readable>
  nameOf: (sha256: string) => string
}

/** Minimum length: an attacker who has the folder can guess a shorter passphrase. */
export const shortestPassphrase = 12

type Parts = globalThis.ReadableStream<Uint8Array>
const toWeb = (parts: Readable) => Readable.toWeb(parts) as unknown as Parts
const fromWeb = (parts: Parts) => Readable.fromWeb(parts as unknown as ReadableStream)

const cipherOf = async (identity: string): Promise<Cipher> => {
  const { Decrypter, Encrypter, identityToRecipient } = await import("age-encryption")
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  return {
    seal: async (parts) => fromWeb(await encrypter.encrypt(toWeb(parts))),
    open: async (parts) => fromWeb(await decrypter.decrypt(toWeb(parts))),
    nameOf: (sha256) => createHmac("sha256", identity).update(sha256).digest("hex"),
  }
}

/** Creates the key of a new folder. `sealedKey` is stored there; it opens with the passphrase alone. @throws StartError */
export const createKey = async (passphrase: string): Promise<{ cipher: Cipher; sealedKey: Buffer }> => {
  if (passphrase.length < shortestPassphrase) throw new StartError(`备份的口令至少要 ${shortestPassphrase} 个字符。`)
  const { Encrypter, generateX25519Identity } = await import("age-encryption")
  const identity = await generateX25519Identity()
  const encrypter = new Encrypter()
  encrypter.setPassphrase(passphrase)
  return { cipher: await cipherOf(identity), sealedKey: Buffer.from(await encrypter.encrypt(identity)) }
}

/** Opens the key of a folder. It takes about a second, on purpose. @throws StartError if the passphrase is wrong */
export const openKey = async (sealedKey: Buffer, passphrase: string): Promise<Cipher> => {
  const { Decrypter } = await import("age-encryption")
  const decrypter = new Decrypter()
  decrypter.addPassphrase(passphrase)
  const identity = await decrypter.decrypt(new Uint8Array(sealedKey), "text").catch((error: unknown) => {
    throw new StartError("备份的口令不对，或者 key.age 已损坏。", { cause: error })
  })
  return cipherOf(identity)
}
