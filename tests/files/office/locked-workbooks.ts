import { makeXlsx } from "@/server/ports/converter/testing/office.fixture"
import { rc4 } from "@/server/ports/converter/office/rc4"
import { CompoundDocument } from "@/server/ports/converter/office/compound-document"
import type { Specimen } from "../specimen"
import { makeCompound } from "./compound-file"
import { savedAs } from "./office-program"
import { agile, digest, little32, seeded, standard } from "./package-locks"

const DEFAULT = "VelvetSweatshop"

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
