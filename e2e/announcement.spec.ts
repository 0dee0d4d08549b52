import { load, reload } from "./support/settled"
import { staffToken } from "./support/site"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

const headersOf = async (request: Parameters<typeof staffToken>[0]) => ({ authorization: `Bearer ${await staffToken(request)}` })

test("an announcement is in the bar of every page until it is closed, and in the notifications @phone", async ({
  page,
  request,
  reader,
}) => {
  const headers = await headersOf(request)
  const title = `今晚十一点到十二点升级，期间不能下载和付款，给你带来不便请谅解，升级结束后会有新的阅读页面等着你 ${reader.username}`
  const made = await request.post("/api/v1/announcement", {
    headers,
    data: { title, content: "升级后第一次打开会慢一些。\n有问题请联系我们。", href: "/article", in_bell: true, audience: 1 },
  })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()) as { id: number }
  const bar = page.getByRole("complementary", { name: "站内公告" })
  try {
    await test.step("it is on public and personal pages, covers no width, and closes for good", async () => {
      await load(page, "/")
      await expect(bar.getByText(title)).toBeVisible()
      await expectAccessible(page)
      await expectFineInBothSizes(page)
      await load(page, "/me/notification")
      await expect(bar.getByText(title)).toBeVisible()
      await bar.getByRole("button", { name: "关闭，不再显示" }).click()
      await expect(bar).toHaveCount(0)
      await reload(page)
      await expect(page.getByRole("main")).toBeVisible()
      await expect(bar).toHaveCount(0)
    })
    await test.step("the bell has it, with its text and its link", async () => {
      const row = page.getByRole("listitem").filter({ hasText: title })
      await expect(async () => {
        await reload(page)
        await expect(row.getByText("有问题请联系我们。")).toBeVisible({ timeout: 2_000 })
      }).toPass({ timeout: 30_000 })
      await row.getByRole("link", { name: title }).click()
      await page.waitForURL("**/article")
    })
  } finally {
    await request.delete("/api/v1/announcement", { headers, params: { id } })
  }
})

test("a script in an advertisement runs in its frame only, and what was in view is counted", async ({ page, request }) => {
  const headers = await headersOf(request)
  const content = `<div id="ad" style="height:80px">空</div><script>
    let store = "none"
    try { store = String(localStorage.length) } catch { store = "refused" }
    let outside = "open"
    try { parent.document.title = "changed" } catch { outside = "refused" }
    const origin = self.origin === "null" ? "own" : "ours"
    document.getElementById("ad").textContent = ["脚本跑了", store, outside, origin].join(" ")
  </script>`
  const made = await request.post("/api/v1/advertisement", { headers, data: { position: "global_top", title: "联盟", content } })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()) as { id: number }
  try {
    await load(page, "/")
    const box = page.getByRole("complementary", { name: "广告" })
    await expect(page.frameLocator('iframe[title="广告"]').getByText("脚本跑了 refused refused own")).toBeVisible()
    expect(await page.title()).not.toBe("changed")
    await expect(box).toHaveCSS("min-height", "80px")
    await expectFineInBothSizes(page)
    await expect(async () => {
      const row = (await (await request.get("/api/v1/advertisement", { headers, params: { id } })).json()) as { impressions: number }
      expect(row.impressions).toBeGreaterThan(0)
    }).toPass({ timeout: 20_000 })
  } finally {
    await request.delete("/api/v1/advertisement", { headers, params: { id } })
  }
})
