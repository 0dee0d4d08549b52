import { randomUUID } from "node:crypto"
import type { OwnFile } from "./support/files"
import { isPhone, publish } from "./support/reader"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

/**
 * A text of several pages; the first one links to a later heading, to another site, to a mailbox, and to targets that must not become
 * links.
 */
const linked = (name: string): OwnFile => {
  const filler = Array.from({ length: 90 }, (_, n) => `第 ${n + 1} 段 ${randomUUID().slice(0, 8)}`).join("\n\n")
  const text = `# 目录\n\n先看[附录](#附录)，再看[官网](https://example.org/a?b=1)，或者[写信](mailto:a@example.org)。\n\n[坏](javascript:window.ran=1)\n\n${filler}\n\n# 附录\n\n到了\n`
  return { name, mimeType: "text/markdown", buffer: Buffer.from(text) }
}

test(
  "links of a page work: internal ones jump, external ones open a new tab, by mouse and keyboard",
  { tag: "@phone" },
  async ({ page, request, context }) => {
    const uuid = await publish(request, linked(`链接 ${randomUUID().slice(0, 8)}.md`))
    await context.route("https://example.org/**", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: "外面" }))
    for (const address of [`/document/${uuid}`, `/embed/${uuid}`]) {
      await page.goto(address)
      const sheet = page.locator('.sheet[data-page="1"]')
      const inside = sheet.getByRole("link", { name: /跳到第 \d+ 页/ })
      const outside = sheet.getByRole("link", { name: "在新标签页打开 https://example.org/a?b=1" })
      await expect(sheet.getByRole("link")).toHaveCount(3)
      await expect(outside).toHaveAttribute("rel", "noopener nofollow ugc")
      await expect(sheet.getByRole("link", { name: "写邮件给 a@example.org" })).toHaveAttribute("href", "mailto:a@example.org")
      // the box covers the linked words at every size of the page
      const over = async () => {
        const [box, whole] = await Promise.all([inside.boundingBox(), sheet.boundingBox()])
        return [(box!.x - whole!.x) / whole!.width, (box!.y - whole!.y) / whole!.height, box!.width / whole!.width].map((part) =>
          Number(part.toFixed(2)),
        )
      }
      const before = await over()
      if (!isPhone(page)) {
        await page.keyboard.press("Control+Equal")
        expect(await over()).toEqual(before)
      }
      const [opened] = await Promise.all([context.waitForEvent("page"), outside.click()])
      await expect(opened.locator("body")).toHaveText("外面")
      expect(await opened.evaluate(() => window.opener)).toBeNull()
      await opened.close()
      if (address.startsWith("/document")) {
        await expectAccessible(page)
        await expectNoSideScroll(page)
      }
      const last = Number(/\d+/.exec((await inside.getAttribute("aria-label")) ?? "")![0])
      await inside.focus()
      await page.keyboard.press("Enter")
      await expect(page.locator(`.sheet[data-page="${last}"]`)).toBeInViewport()
    }
  },
)
