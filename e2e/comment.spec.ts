import { bar, sample, scrollToTalk, talk, visit } from "./support/sample"
import { reload } from "./support/settled"
import { withSettings } from "./support/site"
import { expect, expectAccessible, expectFits, test } from "./support/test"

test(
  "a reader rates, adds to favourites, comments, answers, undoes it and reports @main",
  { tag: "@remote" },
  async ({ page, request, reader }) => {
    const document = await sample(request)
    await visit(page, document.uuid)

    await test.step("rates once, by keyboard", async () => {
      await scrollToTalk(page)
      await talk(page).getByRole("radio", { name: /^4 星/ }).focus()
      await page.keyboard.press("Space")
      await expect(talk(page).getByText("该文档很让我满意", { exact: true })).toBeVisible()
      await page.keyboard.press("ArrowRight")
      await expect(talk(page).getByText("该文档非常棒", { exact: true })).toBeVisible()
      await talk(page).getByRole("button", { name: "提交评分" }).click()
      await expect(page.getByText("提交评分成功")).toBeVisible()
      await reload(page)
      await expect(talk(page).getByText("我的评分")).toBeVisible()
      await expect(talk(page).getByRole("img", { name: "5 星" })).toBeVisible()
    })

    await test.step("adds it to a new folder, and finds it there", async () => {
      await bar(page).getByRole("button", { name: "收藏", exact: true }).click()
      await expect(page.getByText("收藏成功")).toBeVisible()
      await page.getByRole("button", { name: "选择收藏夹" }).click()
      const folders = page.getByRole("dialog", { name: "选择收藏夹" })
      await expectAccessible(page)
      await folders.getByLabel("新收藏夹的名称").fill("期末复习")
      await folders.getByRole("button", { name: "新建" }).click()
      await expect(page.getByText("已放进“期末复习”")).toBeVisible()
      await reload(page)
      await expect(bar(page).getByRole("button", { name: "取消收藏" })).toHaveAttribute("aria-pressed", "true")
      await bar(page).getByRole("button", { name: "取消收藏" }).click()
      await expect(page.getByText("取消收藏成功")).toBeVisible()
    })

    const words = `第三页的例子很清楚 ${reader.username}`
    await withSettings(request, { security: { comment_interval: "0" } }, () =>
      test.step("comments on a page, answers, and deletes both", async () => {
        await bar(page)
          .getByRole("button", { name: /^文档点评/ })
          .click()
        const field = talk(page).getByLabel("评论内容")
        await expect(field).toBeFocused()
        await expect(talk(page).getByText("请文明评论，理性发言")).toBeVisible()
        await talk(page).getByRole("button", { name: "发表点评" }).click()
        await expect(talk(page).getByText("请输入评论内容")).toBeVisible()
        await field.fill(words)
        await talk(page)
          .getByLabel(/针对的页码/)
          .fill("3")
        await talk(page).getByRole("button", { name: "发表点评" }).click()
        const comment = talk(page).getByRole("article").filter({ hasText: words })
        await expect(comment).toBeVisible()
        await expectAccessible(page)
        await expectFits(page)
        await comment.getByRole("link", { name: "第 3 页" }).click()
        await expect(page.getByRole("img", { name: /第 3 页$/ }).first()).toBeInViewport()

        await comment.getByRole("button", { name: `回复 ${reader.username}` }).click()
        const answer = talk(page).getByRole("textbox", { name: `回复 ${reader.username}` })
        await expect(answer).toBeFocused()
        await answer.fill("补充一句")
        await talk(page).getByRole("button", { name: "回复", exact: true }).click()
        await expect(talk(page).getByText(`@${reader.username} 补充一句`)).toBeVisible()
        for (const kind of ["回复", "评论"]) {
          await talk(page)
            .getByRole("button", { name: `删除${reader.username}的${kind}` })
            .first()
            .click()
          await page.getByRole("dialog", { name: "删除这条评论" }).getByRole("button", { name: "删除" }).click()
          await expect(talk(page).getByRole("article", { name: `${reader.username}的${kind}` })).toHaveCount(0)
        }
      }),
    )

    await test.step("reports it, once", async () => {
      await page.locator("main").getByRole("button", { name: "举报文档" }).click()
      const report = page.getByRole("dialog", { name: "举报文档" })
      await report.getByRole("button", { name: "提交" }).click()
      await expect(report.getByText("请选择举报原因")).toBeVisible()
      await expectAccessible(page)
      await report.getByRole("radio", { name: "敏感信息" }).check()
      await report.getByLabel("补充说明").fill("第 2 页")
      await report.getByRole("button", { name: "提交" }).click()
      await expect(page.getByText("提交成功")).toBeVisible()
      await expect(report).toBeHidden()
    })
  },
)
