import { randomUUID } from "node:crypto"
import { strToU8, zipSync } from "fflate"
import type { OwnFile } from "./support/files"
import { expectAlive, publish } from "./support/reader"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

const packed = (files: Record<string, string>): Buffer =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([name, content]) => [name, strToU8(content)]))))

/** A server that no page may ask for anything. */
const REMOTE = "tracker.example"

const mail = (mark: string): OwnFile => {
  const lines = [
    `From: =?utf-8?B?${Buffer.from("张三").toString("base64")}?= <zhang@example.cn>`,
    "To: li@example.cn",
    `Subject: =?utf-8?B?${Buffer.from(`合同通知 ${mark}`).toString("base64")}?=`,
    "Date: Mon, 5 Jan 2026 14:30:00 +0800",
    "MIME-Version: 1.0",
    "Content-Type: text/html; charset=utf-8",
    "",
    `<p>请查收${mark}</p><img src="http://${REMOTE}/pixel.png">`,
  ]
  return { name: `合同通知 ${mark}.eml`, mimeType: "message/rfc822", buffer: Buffer.from(lines.join("\r\n")) }
}

const archive = (mark: string): OwnFile => ({
  name: `资料 ${mark}.zip`,
  mimeType: "application/zip",
  buffer: packed({ [`说明${mark}.txt`]: "正文", "表格/一月.csv": "1,2" }),
})

const mindMap = (mark: string): OwnFile => {
  const topic = (title: string) => ({ title })
  const rootTopic = { title: `年度计划${mark}`, children: { attached: [topic("研发"), topic("市场")] } }
  return {
    name: `计划 ${mark}.xmind`,
    mimeType: "application/vnd.xmind.workbook",
    buffer: packed({ "content.json": JSON.stringify([{ title: "画布", rootTopic }]), "metadata.json": "{}", "manifest.json": "{}" }),
  }
}

const kinds: [title: string, make: (mark: string) => OwnFile, words: (mark: string) => string[]][] = [
  ["a mail", mail, (mark) => [`合同通知 ${mark}`, "zhang@example.cn", `请查收${mark}`]],
  ["an archive", archive, (mark) => [`说明${mark}.txt`, "一月.csv"]],
  ["a mind map", mindMap, (mark) => [`年度计划${mark}`, "研发", "市场"]],
]

for (const [title, make, words] of kinds)
  test(`${title} opens as a page with its text, and loads nothing from elsewhere`, async ({ page, request }) => {
    const mark = randomUUID().slice(0, 8)
    const uuid = await publish(request, make(mark))
    const foreign: string[] = []
    page.on("request", (sent) => {
      if (new URL(sent.url()).hostname === REMOTE) foreign.push(sent.url())
    })
    await page.goto(`/document/${uuid}`)
    const picture = page.locator('.sheet[data-page="1"] img[src*="/view/page/"]')
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth), "it is drawn")
      .toBeGreaterThan(0)
    await expectAlive(page)
    const layer = page.locator('[data-text-layer="1"]')
    for (const text of words(mark)) await expect(layer).toContainText(text)
    expect(foreign).toEqual([])
    await expectNoSideScroll(page)
    await expectAccessible(page)
  })
