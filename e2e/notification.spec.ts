import { sample, talk } from "./support/sample"
import { staffToken, withSettings } from "./support/site"
import { load, reload } from "./support/settled"
import { expect, expectAccessible, expectFineInBothSizes, test } from "./support/test"

test("a reply reaches the bell, opens its document, and can be switched off @phone", async ({ page, request, reader }) => {
  const document = await sample(request)
  const created: number[] = []
  const say = async (token: string, content: string, parent_id?: number) => {
    const reply = await request.post("/api/v1/comment", {
      headers: { authorization: `Bearer ${token}` },
      data: { document_id: document.id, content, parent_id },
    })
    expect(reply.ok(), await reply.text()).toBe(true)
    const { id } = (await reply.json()) as { id: number }
    created.push(id)
    return id
  }
  const staff = { authorization: `Bearer ${await staffToken(request)}` }
  const answer = (content: string) =>
    withSettings(request, { security: { comment_interval: "0" } }, async () => {
      await say(staff.authorization.slice("Bearer ".length), content, created[0])
    })
  const bell = page.getByRole("banner").getByRole("link", { name: /^通知/ })
  try {
    await say(reader.token, `这一页讲得清楚吗 ${reader.username}`)
    await answer(`清楚，看第二页 ${reader.username}`)

    await test.step("the bell counts it, and the page says who answered", async () => {
      await load(page, "/")
      await expect(bell).toHaveAccessibleName("通知，1 条未读")
      await bell.click()
      await page.waitForURL("**/me/notification")
      const row = page.getByRole("listitem").filter({ hasText: "回复了你在" })
      await expect(row.getByText(`清楚，看第二页 ${reader.username}`)).toBeVisible()
      await expectAccessible(page)
      await expectFineInBothSizes(page)
      await row.getByRole("link", { name: /回复了你在/ }).click()
      await page.waitForURL(/\/document\//)
      await expect(talk(page)).toBeAttached()
      await load(page, "/me/notification")
      await expect(bell).toHaveAccessibleName("通知")
    })
    await test.step("the next one is marked as read, then deleted", async () => {
      await answer(`还有第三页 ${reader.username}`)
      await reload(page)
      await expect(bell).toHaveAccessibleName("通知，1 条未读")
      const row = page.getByRole("listitem").filter({ hasText: "还有第三页" })
      await row.getByRole("button", { name: "标为已读" }).click()
      await expect(bell).toHaveAccessibleName("通知")
      await row.getByRole("button", { name: "删除" }).click()
      await expect(row).toHaveCount(0)
    })
    await test.step("what is switched off is not told", async () => {
      await page.getByRole("link", { name: "设置", exact: true }).click()
      const choice = page.getByRole("checkbox", { name: "回复：站内通知" })
      await choice.uncheck()
      await expect(page.getByText("已保存")).toBeVisible()
      await expectAccessible(page)
      await expectFineInBothSizes(page)
      await answer(`最后一页 ${reader.username}`)
      await load(page, "/me/notification")
      await expect(page.getByRole("listitem").filter({ hasText: "回复了你在" })).toHaveCount(1)
      await expect(bell).toHaveAccessibleName("通知")
    })
  } finally {
    await request.delete("/api/v1/comment", { headers: staff, params: { id: created.at(0)! } })
  }
})
