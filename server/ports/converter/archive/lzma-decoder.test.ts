import { expect, test } from "vitest"
import { decodeLzma } from "./lzma-decoder"

const text = Buffer.from(`${"第一章 绪论.docx\0第二章 方法.docx\0第三章 结果与讨论.docx\0".repeat(6)}附录.xlsx\0`, "utf16le")
const properties = Buffer.from([0x5d, 0, 0, 1, 0])
/** `text` as liblzma packs it, with literals, matches and repeated distances. */
const packed = Buffer.from("ABYevAUoADbI56VmNZWrdOB6AR9FIZO3xVvk15IT73IpmWbbv6FoVrhjwDXAEr1QUlO49Ch8MDIWG2IHR6XJXo3e2Vr//9JbgAA=", "base64")

test("data that liblzma packed is unpacked", () => {
  expect(decodeLzma(packed, properties, text.length)).toEqual(text)
})

test("data that ends early is refused", () => {
  expect(() => decodeLzma(packed.subarray(0, packed.length / 2), properties, text.length)).toThrow(RangeError)
})

test("a match before the start is refused", () => {
  expect(() => decodeLzma(Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]), properties, 100)).toThrow(RangeError)
})
