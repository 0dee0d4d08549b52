import { createDecipheriv, createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { ConversionError } from "../converter.port"
import { CompoundDocument } from "./compound-document"
import { rc4 } from "./rc4"

/** Excel encrypts "read-only recommended" and write-protected workbooks with this public password and never asks for it. */
const PASSWORD = "VelvetSweatshop"
const WIDE_PASSWORD = Buffer.from(PASSWORD, "utf16le")
/** Excel repeats a hash 100,000 times. A file that asks for more than this is treated as one with a real password. */
const MAX_SPINS = 1_000_000
const STANDARD_SPINS = 50_000
const SEGMENT = 4096
const RECORD_FILEPASS = 0x2f
const RECORD_SUBSTREAM_END = 0x0a

const BLOCKS = {
  input: Buffer.from("fea7d2763b4b9e79", "hex"),
  hash: Buffer.from("d7aa0f6d3061344e", "hex"),
  key: Buffer.from("146e0be7abacd0d6", "hex"),
}

const little32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const digest = (algorithm: string, ...parts: Buffer[]): Buffer => {
  const hash = createHash(algorithm)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

function spun(algorithm: string, salt: Buffer, spins: number): Buffer {
  let hash = digest(algorithm, salt, WIDE_PASSWORD)
  for (let spin = 0; spin < spins; spin += 1) hash = digest(algorithm, little32(spin), hash)
  return hash
}

/** Cuts or fills a hash to the length of a key or an initialization vector. */
const fitted = (hash: Buffer, length: number, filler = 0x36): Buffer =>
  hash.length >= length ? hash.subarray(0, length) : Buffer.concat([hash, Buffer.alloc(length - hash.length, filler)])

function decrypted(cipher: string, key: Buffer, iv: Buffer | null, content: Buffer): Buffer {
  const decipher = createDecipheriv(cipher, key, iv).setAutoPadding(false)
  return Buffer.concat([decipher.update(content), decipher.final()])
}

/** Reads the attributes of an element of the agile EncryptionInfo (MS-OFFCRYPTO 2.3.4.10). */
function attributesOf(xml: string, element: string): (name: string) => string {
  const tag = new RegExp(`<(?:\\w+:)?${element}\\b[^>]*>`).exec(xml)?.[0] ?? ""
  return (name) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1] ?? ""
}

/** Returns the package if it has Excel's own password; null if it has another one. */
function agilePackage(information: string, content: Buffer): Buffer | null {
  const [data, key] = [attributesOf(information, "keyData"), attributesOf(information, "encryptedKey")]
  const bytes = (value: string): Buffer => Buffer.from(value, "base64")
  const hashName = key("hashAlgorithm").toLowerCase().replace("-", "")
  const [spins, bits] = [Number(key("spinCount")), Number(key("keyBits"))]
  if (!(spins >= 0 && spins <= MAX_SPINS) || key("cipherAlgorithm") !== "AES") return null
  const salt = bytes(key("saltValue"))
  const hash = spun(hashName, salt, spins)
  const cipher = `aes-${bits}-cbc`
  const open = (block: Buffer, value: string): Buffer =>
    decrypted(cipher, fitted(digest(hashName, hash, block), bits / 8), fitted(salt, Number(key("blockSize"))), bytes(value))
  const input = open(BLOCKS.input, key("encryptedVerifierHashInput")).subarray(0, salt.length)
  const expected = open(BLOCKS.hash, key("encryptedVerifierHashValue"))
  const actual = digest(hashName, input)
  if (!expected.subarray(0, actual.length).equals(actual)) return null
  const secret = open(BLOCKS.key, key("encryptedKeyValue")).subarray(0, Number(data("keyBits")) / 8)
  const [dataSalt, dataHash, block] = [
    bytes(data("saltValue")),
    data("hashAlgorithm").toLowerCase().replace("-", ""),
    Number(data("blockSize")),
  ]
  const segments: Buffer[] = []
  for (let at = 8; at + block <= content.length; at += SEGMENT) {
    const segment = content.subarray(at, at + SEGMENT)
    const iv = fitted(digest(dataHash, dataSalt, little32(segments.length)), block)
    segments.push(decrypted(`aes-${data("keyBits")}-cbc`, secret, iv, segment.subarray(0, segment.length - (segment.length % block))))
  }
  return Buffer.concat(segments)
}

/** The same for the standard encryption of Excel 2007 (MS-OFFCRYPTO 2.3.4.5). */
function standardPackage(information: Buffer, content: Buffer): Buffer | null {
  const header = information.subarray(12, 12 + information.readUInt32LE(8))
  const verifier = information.subarray(12 + header.length)
  const bits = header.readUInt32LE(16)
  const salt = verifier.subarray(4, 20)
  const hash = digest("sha1", spun("sha1", salt, STANDARD_SPINS), little32(0))
  const masked = (mask: number): Buffer => digest("sha1", Buffer.from(fitted(hash, 64, 0).map((byte) => byte ^ mask)))
  const key = Buffer.concat([masked(0x36), masked(0x5c)]).subarray(0, bits / 8)
  const cipher = `aes-${bits}-ecb`
  const expected = decrypted(cipher, key, null, verifier.subarray(40, 72)).subarray(0, 20)
  if (!digest("sha1", decrypted(cipher, key, null, verifier.subarray(20, 36))).equals(expected)) return null
  return decrypted(cipher, key, null, content.subarray(8, 8 + Math.floor((content.length - 8) / 16) * 16))
}

function packageOf(document: CompoundDocument): Buffer | null {
  const [information, content] = [document.stream("EncryptionInfo"), document.stream("EncryptedPackage")]
  if (!information || !content) return null
  const agile = information.readUInt16LE(0) === 4 && information.readUInt16LE(2) === 4
  const plain = agile ? agilePackage(information.toString("utf8", 8), content) : standardPackage(information, content)
  return plain && plain.subarray(0, Number(content.readBigUInt64LE(0)))
}

/** The hash of a password in the oldest protection, a 16-bit number (MS-OFFCRYPTO 2.3.7.1). */
function weakHash(): number {
  let hash = 0
  for (const byte of [...Buffer.from(PASSWORD, "latin1").reverse(), PASSWORD.length])
    hash = (((hash >> 14) & 1) | ((hash << 1) & 0x7fff)) ^ byte
  return hash ^ 0xce4b
}

/** Checks the two ways of encrypting a workbook with RC4: with 40 bits and MD5, and through Windows with SHA-1. */
function rc4Fits(record: Buffer): boolean {
  if (record.readUInt16LE(2) === 1) {
    const [salt, sealed] = [record.subarray(6, 22), record.subarray(22, 54)]
    const start = digest("md5", WIDE_PASSWORD).subarray(0, 5)
    const middle = digest("md5", ...Array.from({ length: 16 }, () => [start, salt]).flat()).subarray(0, 5)
    const plain = rc4(digest("md5", middle, little32(0)), sealed)
    return digest("md5", plain.subarray(0, 16)).equals(plain.subarray(16))
  }
  const header = record.subarray(14, 14 + record.readUInt32LE(10))
  const verifier = record.subarray(14 + header.length)
  const bits = header.readUInt32LE(16) || 40
  const hash = digest("sha1", digest("sha1", verifier.subarray(4, 20), WIDE_PASSWORD), little32(0))
  const key = bits === 40 ? fitted(hash.subarray(0, 5), 16, 0) : hash.subarray(0, bits / 8)
  const plain = rc4(key, Buffer.concat([verifier.subarray(20, 36), verifier.subarray(40, 60)]))
  return digest("sha1", plain.subarray(0, 16)).equals(plain.subarray(16))
}

/** Checks whether an encrypted .xls opens with Excel's own password. LibreOffice then opens it as well. */
function workbookFits(document: CompoundDocument): boolean {
  const workbook = document.stream("Workbook") ?? document.stream("Book")
  if (!workbook) return false
  for (let at = 0; at + 4 <= workbook.length;) {
    const [type, length] = [workbook.readUInt16LE(at), workbook.readUInt16LE(at + 2)]
    const record = workbook.subarray(at + 4, at + 4 + length)
    // Excel 95 writes the key and the hash alone
    if (type === RECORD_FILEPASS && length === 4) return record.readUInt16LE(2) === weakHash()
    if (type === RECORD_FILEPASS) return record.readUInt16LE(0) === 0 ? record.readUInt16LE(4) === weakHash() : rc4Fits(record)
    if (type === RECORD_SUBSTREAM_END) return true
    at += 4 + length
  }
  return true
}

/**
 * Opens a workbook that Excel encrypted with its own password. Writes the plain .xlsx to `to` and returns true, or returns false if the file
 * is an .xls that LibreOffice opens as it is. Throws ConversionError encrypted if it has another password.
 */
export async function unlockWorkbook(from: string, to: string): Promise<boolean> {
  const document = new CompoundDocument(await readFile(from))
  if (!document.names().includes("EncryptedPackage")) {
    if (workbookFits(document)) return false
    throw new ConversionError("encrypted")
  }
  let plain: Buffer | null = null
  try {
    plain = packageOf(document)
  } catch (cause) {
    // rights management and algorithms that Excel does not use with its own password
    throw new ConversionError("encrypted", { cause })
  }
  if (!plain) throw new ConversionError("encrypted")
  await writeFile(to, plain)
  return true
}
