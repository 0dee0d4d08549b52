import { createCipheriv, createHash } from "node:crypto"
import { makeCompound } from "./compound-file"

export const little32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
export const digest = (algorithm: string, ...parts: Buffer[]): Buffer => createHash(algorithm).update(Buffer.concat(parts)).digest()
export const seeded = (seed: string, length: number): Buffer => digest("sha512", Buffer.from(seed)).subarray(0, length)
const encrypt = (cipher: string, key: Buffer, iv: Buffer | null, content: Buffer): Buffer => {
  const padded = Buffer.concat([content, Buffer.alloc((16 - (content.length % 16)) % 16)])
  return createCipheriv(cipher, key, iv).setAutoPadding(false).update(padded)
}

const sizeOf = (content: Buffer): Buffer => Buffer.concat([little32(content.length), little32(0)])

/** Encrypts a package as Excel 2010 and later do (MS-OFFCRYPTO 2.3.4.10). */
export function agile(content: Buffer, password: string, spins = 100_000): Buffer {
  const [salt, dataSalt, secret, input] = [seeded("a", 16), seeded("b", 16), seeded("c", 32), seeded("d", 16)]
  let hash = digest("sha512", salt, Buffer.from(password, "utf16le"))
  for (let spin = 0; spin < spins; spin += 1) hash = digest("sha512", little32(spin), hash)
  const sealed = (block: string, value: Buffer): string =>
    encrypt("aes-256-cbc", digest("sha512", hash, Buffer.from(block, "hex")).subarray(0, 32), salt, value).toString("base64")
  const algorithms =
    'saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512"'
  const xml = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><keyData ${algorithms} saltValue="${dataSalt.toString("base64")}"/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="${spins}" ${algorithms} saltValue="${salt.toString("base64")}" encryptedVerifierHashInput="${sealed("fea7d2763b4b9e79", input)}" encryptedVerifierHashValue="${sealed("d7aa0f6d3061344e", digest("sha512", input))}" encryptedKeyValue="${sealed("146e0be7abacd0d6", secret)}"/></keyEncryptor></keyEncryptors></encryption>`
  const segments: Buffer[] = []
  for (let at = 0; at < content.length; at += 4096)
    segments.push(
      encrypt(
        "aes-256-cbc",
        secret,
        digest("sha512", dataSalt, little32(segments.length)).subarray(0, 16),
        content.subarray(at, at + 4096),
      ),
    )
  return makeCompound({
    EncryptionInfo: Buffer.concat([Buffer.from("0400040040000000", "hex"), Buffer.from(xml)]),
    EncryptedPackage: Buffer.concat([sizeOf(content), ...segments]),
  })
}

/** Encrypts a package as Excel 2007 does (MS-OFFCRYPTO 2.3.4.5). */
export function standard(content: Buffer, password: string): Buffer {
  const [salt, input] = [seeded("e", 16), seeded("f", 16)]
  let hash = digest("sha1", salt, Buffer.from(password, "utf16le"))
  for (let spin = 0; spin < 50_000; spin += 1) hash = digest("sha1", little32(spin), hash)
  hash = digest("sha1", hash, little32(0))
  const mask = Buffer.alloc(64, 0x36).map((byte, index) => byte ^ (hash[index] ?? 0))
  const key = digest("sha1", Buffer.from(mask)).subarray(0, 16)
  const name = Buffer.from("Microsoft Enhanced RSA and AES Cryptographic Provider\0", "utf16le")
  const header = Buffer.concat([...[0x24, 0, 0x660e, 0x8004, 128, 0x18, 0, 0].map(little32), name])
  const verifier = [
    little32(16),
    salt,
    encrypt("aes-128-ecb", key, null, input),
    little32(20),
    encrypt("aes-128-ecb", key, null, digest("sha1", input)),
  ]
  return makeCompound({
    EncryptionInfo: Buffer.concat([Buffer.from("0400020024000000", "hex"), little32(header.length), header, ...verifier]),
    EncryptedPackage: Buffer.concat([sizeOf(content), encrypt("aes-128-ecb", key, null, content)]),
  })
}
