import { expect, test } from "vitest"
import { describeCapabilities } from "./local-capabilities"

const program = (command: string) => ({ command, version: "1" })
const fonts = { sans: null, serif: null }
const western = { available: ["Liberation"], missing: ["Carlito", "Caladea"] }
const noticeOf = (tools: Partial<Parameters<typeof describeCapabilities>[0]>): string | undefined =>
  describeCapabilities({ office: null, bubblewrap: null, setpriv: null, prlimit: null, ...tools }, fonts, western, {
    tesseract: null,
    heif: null,
  }).find(({ name }) => name === "bubblewrap")?.notice

test("without a sandbox one message states the risk, and the reason if bubblewrap is installed", () => {
  expect(noticeOf({ bubblewrap: { ...program("/usr/bin/bwrap"), options: [] } })).toBeUndefined()
  expect(noticeOf({})).toBe("没有沙箱：解析文档和图片的程序读得到网站的数据，也连得上网络")
  expect(noticeOf({ setpriv: program("/usr/bin/setpriv") })).toContain("以 nobody 用户运行，读不到网站的数据")
  expect(noticeOf({ blocked: true })).toContain("系统不允许它建立命名空间")
})

test("missing fonts are reported with their install command, metric-compatible with those that Word names", () => {
  const tools = { office: null, bubblewrap: null, setpriv: null, prlimit: null }
  const sans = { path: "/usr/share/fonts/wqy-microhei.ttc", index: 0 }
  const rows = describeCapabilities(tools, { sans, serif: null }, western, { tesseract: null, heif: null }).filter(({ name }) =>
    name.endsWith("字体"),
  )
  expect(rows).toMatchObject([
    { name: "中文字体", installed: false, version: "wqy-microhei.ttc", install: expect.stringContaining("fonts-noto-cjk") },
    {
      name: "西文字体",
      installed: false,
      version: "Liberation",
      install: expect.stringContaining("fonts-crosextra-carlito fonts-crosextra-caladea fonts-liberation"),
    },
  ])
})
