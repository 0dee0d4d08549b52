import { existsSync } from "node:fs"
import { readdir } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { beforeAll, describe, expect, test, vi } from "vitest"
import { localConversions, withFile } from "../testing/conversion.fixture"
import { makeAzw3, makeMobi } from "../testing/mobi.fixture"
import { svgFaults } from "../testing/svg-whitelist"
import { openMobiBook } from "./mobi-book"

const convert = localConversions()
let photo: Buffer
beforeAll(async () => {
  photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: "blue" } })
    .jpeg()
    .toBuffer()
})

const filler = "<p>春眠不觉晓，处处闻啼鸟。</p>".repeat(40)
const evil = '<script>alert(1)</script><img src="http://127.0.0.1/a.png"/><img src="/etc/passwd"/><img recindex="99999"/>'

describe.each([
  [
    "KF7",
    ".mobi",
    (): Buffer =>
      makeMobi(`<h2>第一章</h2>${filler}<h2>一之二</h2><img recindex="00001"/>${evil}<mbp:pagebreak/><h2>第二章</h2><p>夜来风雨声</p>`, {
        images: [photo],
        contents: [
          ["卷一", "<h2>第一章"],
          ["卷二", "<h2>第二章"],
        ],
      }),
  ],
  [
    "KF8",
    ".azw3",
    (): Buffer =>
      makeAzw3(
        [`<h2 id="a">第一章</h2>${filler}<img src="kindle:embed:0001?mime=image/jpeg"/>${evil}`, '<h2 id="b">第二章</h2><p>夜来风雨声</p>'],
        {
          images: [photo],
          contents: [
            ["卷一", ""],
            ["卷二", ""],
          ],
        },
      ),
  ],
])("%s", (_, ext, make) => {
  test("is rendered with its chapters on new pages, its pictures and its table of contents", async () => {
    const before = await readdir(tmpdir())
    const { events, pages, svgs, text, outline } = await convert(`a${ext}`, make())
    expect(events[0]).toMatchObject({ type: "opened", engine: "ebook" })
    expect(pages.at(-1)?.text).toBe("第二章夜来风雨声")
    expect(svgs.join("").match(/data:image\/jpeg;base64,/g)).toHaveLength(1)
    expect(svgs.flatMap(svgFaults)).toEqual([])
    expect(svgs.join("")).not.toMatch(/alert|127\.0|passwd/)
    expect(text).toContain("春眠不觉晓")
    expect(outline).toEqual([
      { title: "卷一", page: 1, level: 1 },
      { title: "卷二", page: pages.length, level: 1 },
    ])
    // the parser's public API would have left the pictures behind
    expect((await readdir(tmpdir())).filter((name) => !before.includes(name) && /\.(jpg|bin|undefined)$/.test(name))).toEqual([])
  })

  test("is reported as encrypted when it has DRM", async () => {
    const locked = ext === ".mobi" ? makeMobi("<p>x</p>", { encryption: 2 }) : makeAzw3(["<p>x</p>"], { encryption: 2 })
    await expect(convert(`a${ext}`, locked)).rejects.toMatchObject({ reason: "drm" })
  })

  test("is corrupt when it is truncated or its values are invalid", async () => {
    const whole = make()
    for (const broken of [whole.subarray(0, 90), whole.subarray(0, 400), Buffer.concat([whole.subarray(0, 68), Buffer.alloc(600, 0xff)])])
      await expect(convert(`a${ext}`, broken)).rejects.toMatchObject({ reason: "corrupt" })
  })
})

test("reads old books without extended data, and uses their headings as a table of contents", async () => {
  const { outline, text } = await convert("a.prc", makeMobi("<h1>甲</h1><p>正文</p><h2>乙</h2>", { extended: false }))
  expect(text).toContain("正文")
  expect(outline.map(({ title, level }) => [title, level])).toEqual([
    ["甲", 1],
    ["乙", 2],
  ])
})

test("needs and creates no folder for temporary files, which a sandbox lacks", async () => {
  await withFile("a.mobi", makeMobi("<h1>甲</h1>"), async (file, workDir) => {
    const missing = join(workDir, "tmp")
    vi.stubEnv("TMPDIR", missing)
    try {
      expect(tmpdir()).toBe(missing)
      await openMobiBook(file)
      expect(existsSync(missing)).toBe(false)
    } finally {
      vi.unstubAllEnvs()
    }
  })
})
