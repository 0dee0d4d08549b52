import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { findFontFiles } from "../font-files"
import { byteEncodingOf, readableFontName, styleNameOf } from "./byte-font-names"

const bytes = (hex: string): Buffer => Buffer.from(hex, "hex")

test.each([
  ["GBK 小标宋", "d0a1b1eacbce", "gbk", "SimSun"],
  ["GBK 仿宋", "b7c2cbce", "gbk", "FangSong"],
  ["GBK 楷体", "bfaccce5", "gbk", "KaiTi"],
  ["GBK 黑体", "badacce5", "gbk", "SimHei"],
  ["Big5 標楷體", "bcd0b7a2c5e9", "big5", "KaiTi"],
  ["Big5 新細明體", "b773b2d3a9fac5e9", "big5", "MingLiU"],
])("%s is read in its encoding and keeps its style", (_, hex, decoder, style) => {
  expect(byteEncodingOf(bytes(hex))?.decoder).toBe(decoder)
  expect(styleNameOf(bytes(hex)).name).toBe(style)
})

test("the prefix of a subset does not hide a Chinese font name", () => {
  expect(byteEncodingOf(Buffer.from("ABCDEF+KaiTi_GB2312"))?.decoder).toBe("gbk")
  expect(readableFontName(bytes("cbcecce5"))).toBe("宋体")
})

test("Western fonts have no Chinese encoding", () => {
  for (const name of ["Helvetica", "ABCDEF+Arial", "TimesNewRomanPSMT", "StandardSymL"])
    expect(byteEncodingOf(Buffer.from(name))).toBeNull()
})

test("a regular script font and a 仿宋 font of the machine are used if there are any", async () => {
  const folder = await mkdtemp(join(tmpdir(), "fonts-"))
  try {
    for (const name of ["NotoSerifCJK-Regular.ttc", "ukai.ttc", "simfang.ttf"]) await writeFile(join(folder, name), "")
    const fonts = await findFontFiles([folder])
    expect([fonts.sans, fonts.kai?.path, fonts.fangsong?.path]).toEqual([null, join(folder, "ukai.ttc"), join(folder, "simfang.ttf")])
  } finally {
    await rm(folder, { recursive: true })
  }
})
