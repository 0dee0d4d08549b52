import { createCipheriv, createHash } from "node:crypto"
import { makeXlsx } from "@/server/ports/converter/testing/office.fixture"
import { rc4 } from "@/server/ports/converter/office/rc4"
import { CompoundDocument } from "@/server/ports/converter/office/compound-document"
import type { Specimen } from "../specimen"
import { makeCompound } from "./compound-file"
import { savedAs } from "./office-program"

const DEFAULT = "VelvetSweatshop"

const little32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
const digest = (algorithm: string, ...parts: Buffer[]): Buffer => createHash(algorithm).update(Buffer.concat(parts)).digest()
const seeded = (seed: string, length: number): Buffer => digest("sha512", Buffer.from(seed)).subarray(0, length)
const encrypt = (cipher: string, key: Buffer, iv: Buffer | null, content: Buffer): Buffer => {
  const padded = Buffer.concat([content, Buffer.alloc((16 - (content.length % 16)) % 16)])
  return createCipheriv(cipher, key, iv).setAutoPadding(false).update(padded)
}

const sizeOf = (content: Buffer): Buffer => Buffer.concat([little32(content.length), little32(0)])

/** Encrypts a package as Excel 2010 and later do (MS-OFFCRYPTO 2.3.4.10). */
function agile(content: Buffer, password: string, spins = 100_000): Buffer {
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
function standard(content: Buffer, password: string): Buffer {
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

/** Encrypts the workbook stream of an .xls with RC4 of 40 bits (MS-OFFCRYPTO 2.3.6), as Excel 97 to 2003 do. */
function oldWorkbook(xls: Buffer, password: string): Buffer {
  const plain = new CompoundDocument(xls).stream("Workbook") ?? Buffer.alloc(0)
  const [salt, input] = [seeded("g", 16), seeded("h", 16)]
  const start = digest("md5", Buffer.from(password, "utf16le")).subarray(0, 5)
  const middle = digest("md5", ...Array.from({ length: 16 }, () => [start, salt]).flat()).subarray(0, 5)
  const keyOf = (block: number): Buffer => digest("md5", middle, little32(block))
  const sealed = rc4(keyOf(0), Buffer.concat([input, digest("md5", input)]))
  const pass = Buffer.concat([Buffer.from("2f003600010001000100", "hex"), salt, sealed])
  const first = 4 + plain.readUInt16LE(2)
  const moved = Buffer.concat([plain.subarray(0, first), pass, plain.subarray(first)])
  const stream = Buffer.alloc(moved.length)
  for (let block = 0; block * 1024 < moved.length; block += 1)
    rc4(keyOf(block), moved.subarray(block * 1024, block * 1024 + 1024)).copy(stream, block * 1024)
  for (let at = 0; at + 4 <= moved.length;) {
    const [type, length] = [moved.readUInt16LE(at), moved.readUInt16LE(at + 2)]
    moved.copy(stream, at, at, at + 4)
    // the beginnings of streams and the password are not encrypted, nor is the place of a sheet, which has moved
    if (type === 0x809 || type === 0x2f || type === 0xe1) moved.copy(stream, at + 4, at + 4, at + 4 + length)
    if (type === 0x85) stream.writeUInt32LE(moved.readUInt32LE(at + 4) + pass.length, at + 4)
    at += 4 + length
  }
  return makeCompound({ Workbook: stream })
}

const workbook = makeXlsx([["只读推荐", "9527"]])
const xls = async (password: string): Promise<Buffer> =>
  oldWorkbook((await savedAs("xls:MS Excel 97", { "book.xlsx": workbook }))["book"] ?? Buffer.alloc(0), password)

const words = ["只读推荐", "9527"]

/** Workbooks that Excel encrypts with its own public password, and some with a real one. */
export const lockedWorkbooks: readonly Specimen[] = [
  { name: "agile.xlsx", about: "the default password of Excel 2010", make: () => agile(workbook, DEFAULT), expected: { words } },
  { name: "standard.xlsx", about: "the default password of Excel 2007", make: () => standard(workbook, DEFAULT), expected: { words } },
  { name: "locked-package.xls", about: "an encrypted .xlsx named .xls", make: () => agile(workbook, DEFAULT), expected: { words } },
  { name: "old.xls", about: "the default password of Excel 97", make: () => xls(DEFAULT), expected: { words } },
  { name: "secret.xlsx", about: "a real password", make: () => agile(workbook, "机密"), expected: { refusal: "encrypted" } },
  {
    name: "secret-standard.xlsx",
    about: "a real password of Excel 2007",
    make: () => standard(workbook, "1234"),
    expected: { refusal: "encrypted" },
  },
  { name: "secret.xls", about: "a real password in an old workbook", make: () => xls("1234"), expected: { refusal: "encrypted" } },
  { name: "endless.xlsx", about: "a hash to be repeated without end", make: () => endless(), expected: { refusal: "encrypted" } },
]

const endless = (): Buffer =>
  makeCompound({
    EncryptionInfo: Buffer.concat([
      Buffer.from("0400040040000000", "hex"),
      Buffer.from(
        '<encryption><keyData keyBits="256"/><p:encryptedKey spinCount="4000000000" keyBits="256" cipherAlgorithm="AES" hashAlgorithm="SHA512" saltValue="AAAA"/></encryption>',
      ),
    ]),
    EncryptedPackage: Buffer.alloc(5000),
  })
