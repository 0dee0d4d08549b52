import { gzipSync } from "node:zlib"
import { encode } from "iconv-lite"
import { makeZip } from "@/server/ports/converter/testing/office.fixture"
import { make7z } from "./archives/seven-zip-files"
import { makeTar, paxRecord } from "./archives/tar-files"
import { makeRawZip } from "./books/epub-files"
import type { Specimen } from "./specimen"

const zeros = (size: number): Buffer => Buffer.alloc(size)

/** Sets a bit in the flags of every entry of a zip's directory. */
function flagged(zip: Buffer, bit: number): Buffer {
  for (let at = zip.indexOf("PK\u0001\u0002"); at !== -1; at = zip.indexOf("PK\u0001\u0002", at + 4))
    zip.writeUInt16LE(zip.readUInt16LE(at + 8) | bit, at + 8)
  return zip
}

const zips: readonly Specimen[] = [
  {
    name: "plain.zip",
    about: "files and folders with names in UTF-8",
    make: () => makeZip({ "资料/": "", "资料/合同.docx": zeros(2048), "readme.txt": "abc" }),
    expected: {
      pages: 1,
      words: ["共 2 个文件，1 个文件夹，解压后 2 KB", "名称", "大小", "资料/", "资料/合同.docx", "2 KB", "readme.txt", "3 B"],
    },
  },
  {
    name: "gbk.zip",
    about: "names in GBK, as Windows writes them",
    make: () =>
      makeRawZip([
        { name: encode("第一章 绪论.doc", "gbk"), content: "a" },
        { name: encode("附录\\数据.xls", "gbk"), content: "bc" },
      ]),
    expected: { words: ["共 2 个文件", "第一章 绪论.doc", "1 B", "附录/数据.xls", "2 B"] },
  },
  {
    name: "big5.zip",
    about: "names in Big5",
    make: () => makeRawZip([{ name: encode("會議紀錄與統計資料.txt", "big5"), content: "a" }]),
    expected: { words: ["會議紀錄與統計資料.txt"] },
  },
  {
    name: "utf8.zip",
    about: "names in UTF-8 that are not declared",
    make: () => makeRawZip([{ name: "会议纪要.txt", content: "a" }]),
    expected: { words: ["会议纪要.txt"] },
  },
  {
    name: "locked.zip",
    about: "an encrypted file",
    make: () => flagged(makeZip({ "secret.doc": "abcd" }), 1),
    expected: { words: ["secret.doc", "4 B（加密）"], warnings: ["压缩包中有 1 个加密的文件"] },
  },
  {
    name: "nested.zip",
    about: "an archive in the archive, which is not opened",
    make: () => makeZip({ "inner.zip": makeZip({ "秘密.txt": "x" }) }),
    expected: { words: ["共 1 个文件", "inner.zip"], absentWords: ["秘密"] },
  },
  {
    name: "bomb.zip",
    about: "forty megabytes of zeros, which are not unpacked",
    make: () => makeZip({ "bomb.bin": zeros(40_000_000) }),
    expected: { words: ["bomb.bin", "38.1 MB"] },
  },
  {
    name: "many.zip",
    about: "more files than are listed",
    make: () => makeRawZip(Array.from({ length: 5_005 }, (_, index) => ({ name: `f${index}x`, content: "" }))),
    expected: {
      words: ["共 5000 个文件，0 个文件夹，解压后 0 B，只列出前面的部分", "f4999x"],
      absentWords: ["f5000x"],
      warnings: ["压缩包没有读完：文件超过 5000 个，或者后面的部分过大、已损坏"],
    },
  },
  {
    name: "outside.zip",
    about: "names that leave the archive and disguise an extension, which are only shown",
    make: () =>
      makeRawZip([
        { name: "../../etc/passwd", content: "" },
        { name: "报告\u202excod.exe", content: "" },
      ]),
    expected: { words: ["../../etc/passwd", "报告xcod.exe"], absentWords: ["\u202e"] },
  },
  { name: "empty.zip", about: "no file", make: () => makeRawZip([]), expected: { refusal: "empty" } },
  {
    name: "cut.zip",
    about: "the first half of a zip",
    make: () => makeZip({ a: zeros(9), b: zeros(9) }).subarray(0, 60),
    expected: { refusal: "corrupt" },
  },
]

const tars: readonly Specimen[] = [
  {
    name: "plain.tar",
    about: "a folder, two files and a link",
    make: () =>
      makeTar([
        { name: "资料/", type: "5" },
        { name: "资料/合同.docx", content: zeros(1536) },
        { name: "link", type: "2" },
        { name: "end.txt", prefix: "some/folder", content: Buffer.from("abc") },
      ]),
    expected: {
      words: ["共 2 个文件，1 个文件夹", "资料/", "资料/合同.docx", "1.5 KB", "some/folder/end.txt", "3 B"],
      absentWords: ["link"],
    },
  },
  {
    name: "gbk.tar",
    about: "names in GBK",
    make: () => makeTar([{ name: encode("会议纪要.doc", "gbk"), content: Buffer.from("a") }]),
    expected: { words: ["会议纪要.doc"] },
  },
  {
    name: "long.tar",
    about: "long names of GNU and of POSIX",
    make: () =>
      makeTar([
        { name: "././@LongLink", type: "L", content: Buffer.from(`${"长".repeat(50)}甲.txt\0`) },
        { name: "short", content: Buffer.from("a") },
        { name: "pax", type: "x", content: paxRecord("path", `${"久".repeat(50)}乙.txt`) },
        { name: "short", content: Buffer.from("bc") },
      ]),
    expected: { words: ["长长甲.txt", "1 B", "久久乙.txt", "2 B"] },
  },
  {
    name: "packed.tar.gz",
    about: "a tar.gz",
    make: () =>
      gzipSync(
        makeTar([
          { name: "数据.csv", content: zeros(5000) },
          { name: "b.txt", content: Buffer.from("b") },
        ]),
      ),
    expected: { words: ["共 2 个文件", "数据.csv", "4.9 KB", "b.txt"] },
  },
  {
    name: "packed.tgz",
    about: "a tar.gz by its short name",
    make: () => gzipSync(makeTar([{ name: "a.txt", content: Buffer.from("a") }])),
    expected: { words: ["a.txt"] },
  },
  {
    name: "single.csv.gz",
    about: "one packed file that is no archive",
    make: () => gzipSync(Buffer.from("a,b\n1,2")),
    expected: { words: ["共 1 个文件", "7 B"], absentWords: ["1,2"] },
  },
  {
    name: "cut.tar.gz",
    about: "an interrupted download",
    make: () => {
      const whole = gzipSync(
        makeTar([
          { name: "a.txt", content: zeros(100) },
          ...Array.from({ length: 500 }, (_, index) => ({ name: `n${index * 7919}`, content: Buffer.from(String(index)) })),
        ]),
      )
      return whole.subarray(0, whole.length / 2)
    },
    expected: {
      words: ["只列出前面的部分", "a.txt"],
      warnings: ["压缩包没有读完：文件超过 5000 个，或者后面的部分过大、已损坏"],
    },
  },
]

const sevenZips: readonly Specimen[] = [
  {
    name: "plain.7z",
    about: "a header that is not packed",
    make: () => make7z({ files: [{ name: "资料" }, { name: "资料/合同.docx", size: 2048 }, { name: "大.iso", size: 3_000_000_000 }] }),
    expected: { words: ["共 2 个文件，1 个文件夹，解压后 2.8 GB", "资料/合同.docx", "2 KB", "大.iso", "2.8 GB"] },
  },
  {
    name: "packed.7z",
    about: "a header packed with LZMA, as 7-Zip writes it",
    make: () => make7z({ header: "packed", files: Array.from({ length: 300 }, (_, index) => ({ name: `章节${index}.txt`, size: index })) }),
    expected: { words: ["共 300 个文件", "章节0.txt", "章节299.txt", "299 B"] },
  },
  {
    name: "locked.7z",
    about: "encrypted contents with readable names",
    make: () => make7z({ locked: true, header: "packed", files: [{ name: "机密.doc", size: 10 }] }),
    expected: { words: ["机密.doc", "10 B（加密）"], warnings: ["压缩包中有 1 个加密的文件"] },
  },
  {
    name: "hidden.7z",
    about: "encrypted names",
    make: () => make7z({ header: "encrypted", files: [{ name: "a", size: 1 }] }),
    expected: { refusal: "encrypted" },
  },
  {
    name: "claims.7z",
    about: "a header that claims to have billions of files",
    make: () => {
      const archive = make7z({ files: [{ name: "a", size: 1 }] })
      const at = archive.lastIndexOf(Buffer.from([5, 1, 17]))
      return Buffer.concat([archive.subarray(0, at + 1), Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0])])
    },
    expected: { refusal: "corrupt" },
  },
]

const names: readonly Specimen[] = [
  {
    name: "rar.zip",
    about: "a RAR under another name",
    make: () => Buffer.from("Rar!\u001a\u0007\u0001\u0000abc", "latin1"),
    expected: { refusal: "is_rar" },
  },
  {
    name: "really.zip",
    about: "a 7z under the name of a zip",
    make: () => make7z({ files: [{ name: "a.txt", size: 1 }] }),
    expected: { words: ["a.txt"] },
  },
  { name: "word.zip", about: "a text under the name of a zip", make: () => Buffer.from("正文"), expected: { refusal: "mismatch" } },
  {
    name: "seven.docx",
    about: "a 7z under the name of a document",
    make: () => make7z({ files: [{ name: "a", size: 1 }] }),
    expected: { refusal: "is_archive" },
  },
]

/** Archives as lists of their files. */
export const archiveSpecimens: readonly Specimen[] = [...zips, ...tars, ...sevenZips, ...names]
