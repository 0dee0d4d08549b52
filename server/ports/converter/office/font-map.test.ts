import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { describeCapabilities } from "../local-capabilities"

type Jsdom = { JSDOM: new (html: string) => { window: { DOMParser: typeof DOMParser } } }
const { JSDOM } = createRequire(import.meta.url)("jsdom") as Jsdom

/** Returns the replacements of each font name, in order of preference. */
async function fontMap(): Promise<Map<string, string[]>> {
  const { window } = new JSDOM("")
  const xml = await readFile(new URL("../resources/fonts.conf", import.meta.url), "utf8")
  const parsed = new window.DOMParser().parseFromString(xml, "text/xml")
  expect(parsed.querySelector("parsererror")).toBeNull()
  const families = (parent: Element, path: string): string[] =>
    Array.from(parent.querySelectorAll(path), (element) => element.textContent ?? "")
  return new Map(
    Array.from(parsed.querySelectorAll('alias[binding="same"]'), (alias) => [
      families(alias, ":scope > family")[0] ?? "",
      families(alias, "accept > family"),
    ]),
  )
}

test.each([
  ["Noto Serif CJK SC", "SimSun 宋体 NSimSun 新宋体 STSong 华文宋体 STZhongsong 华文中宋"],
  ["Noto Sans CJK SC", "SimHei 黑体 DengXian 等线 STHeiti 华文黑体"],
  ["Noto Sans CJK SC", ["Microsoft YaHei", "微软雅黑", "等线 Light"]],
  ["AR PL UKai CN", "KaiTi 楷体 楷体_GB2312 STKaiti 华文楷体"],
  ["AR PL UMing CN", "FangSong 仿宋 仿宋_GB2312 STFangsong 华文仿宋"],
])("%s replaces the Chinese fonts that servers lack", async (replacement, names) => {
  const map = await fontMap()
  for (const name of typeof names === "string" ? names.split(" ") : names) {
    expect(map.get(name)?.[0], name).toBe(replacement)
    // the small fonts may be missing if the large ones are installed
    expect(map.get(name)?.at(-1), name).toMatch(/^Noto (Serif|Sans) CJK SC$/)
  }
})

test("metric-compatible fonts replace the western ones that Word names", async () => {
  const map = await fontMap()
  const names = ["Calibri", "Cambria", "Arial", "Times New Roman", "Courier New"]
  expect(names.map((name) => map.get(name))).toEqual([
    ["Carlito"],
    ["Caladea"],
    ["Liberation Sans"],
    ["Liberation Serif"],
    ["Liberation Mono"],
  ])
})

test("without Chinese fonts the message has the command that installs them", () => {
  const nothing = { office: null, bubblewrap: null, setpriv: null, prlimit: null }
  const [missing] = describeCapabilities(
    nothing,
    { sans: null, serif: null },
    { available: [], missing: [] },
    { tesseract: null, heif: null },
  ).filter(({ name }) => name === "中文字体")
  expect(missing).toMatchObject({ installed: false, version: "" })
  expect(missing?.install).toContain("fonts-noto-cjk")
})
