import { randomUUID } from "node:crypto"
import type { OwnFile } from "./support/files"
import { isPhone, pill, publish } from "./support/reader"
import { expect, expectAccessible, expectNoSideScroll, test } from "./support/test"

const rows = 600
/** A table of six hundred rows and a header. */
const table = (name: string): OwnFile => {
  const lines = Array.from({ length: rows - 1 }, (_, n) => `${n + 1},商品 ${randomUUID().slice(0, 8)},${(n * 37) % 1000},备注`)
  return { name, mimeType: "text/csv", buffer: Buffer.from(`编号,品名,数量,说明\n${lines.join("\n")}\n`) }
}

test(
  "a spreadsheet is a grid whose header stays while its rows scroll; its pages are one click away",
  { tag: "@phone" },
  async ({ page, request }) => {
    const uuid = await publish(request, table(`表格 ${randomUUID().slice(0, 8)}.csv`))
    for (const address of [`/document/${uuid}`, `/embed/${uuid}`]) {
      await page.goto(address)
      const grid = page.getByRole("tabpanel", { name: "数据" })
      await expect(grid.getByRole("cell", { name: "品名" })).toBeVisible()
      await expect(page.getByText(`${rows} 行 · 4 列`)).toBeVisible()
      expect(await grid.locator("tbody tr").count(), "only rows around the screen are drawn").toBeLessThan(150)
      await expectNoSideScroll(page)
      await grid.evaluate((box) => box.scrollTo({ top: box.scrollHeight }))
      await page.getByRole("tablist", { name: "工作表" }).scrollIntoViewIfNeeded()
      await page.evaluate(() => document.querySelector(".book-in")!.scrollIntoView({ block: "center" }))
      const last = grid.getByRole("cell", { name: String(rows - 1), exact: true })
      await expect(last).toBeInViewport()
      await expect(grid.getByRole("cell", { name: "品名" }), "the frozen row").toBeInViewport()
      await expect(grid.getByRole("columnheader", { name: "A", exact: true })).toBeInViewport()
      const [row, number] = await Promise.all([
        last.boundingBox(),
        grid.getByRole("rowheader", { name: String(rows), exact: true }).boundingBox(),
      ])
      expect(Math.abs(row!.y - number!.y), "rows are as high as they were counted").toBeLessThan(2)
      if (!address.startsWith("/document")) continue
      await expectAccessible(page)
      if (isPhone(page)) await pill(page, "分页视图")
      else await page.getByRole("button", { name: "分页视图" }).click()
      await expect(page.locator('.sheet[data-page="1"] img[src*="/view/page/"]')).toBeVisible()
      await expect(grid).toHaveCount(0)
      if (isPhone(page)) await pill(page, "表格")
      else await page.getByRole("button", { name: "表格", exact: true }).click()
      await expect(grid.getByRole("cell", { name: "品名" })).toBeVisible()
    }
  },
)

test("without scripts the first rows of a spreadsheet are in the page, and every page says what does not work", async ({
  browser,
  request,
  baseURL,
}) => {
  const uuid = await publish(request, table(`无脚本 ${randomUUID().slice(0, 8)}.csv`))
  const context = await browser.newContext({ javaScriptEnabled: false })
  const still = await context.newPage()
  await still.goto(`${baseURL}/document/${uuid}`)
  await expect(still.getByText(/^浏览器没有运行脚本/)).toBeVisible()
  await expect(still.getByRole("cell", { name: "品名" })).toBeVisible()
  await expect(still.getByRole("rowheader", { name: "20", exact: true })).toBeVisible()
  await still.goto(`${baseURL}/login`)
  await expect(still.getByText(/^登录和注册需要脚本/)).toBeVisible()
  await expect(still.getByRole("button", { name: "登录", exact: true })).toBeHidden()
  await context.close()
})
