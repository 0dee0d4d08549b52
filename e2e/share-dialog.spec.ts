import { readQr } from "./support/qr"
import { expectPage, open } from "./support/reader"
import { bar, sample } from "./support/sample"
import { load } from "./support/settled"
import { expect, expectAccessible, expectFits, test } from "./support/test"

test("the link to the current page and the embed code can be copied", async ({ page, request, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const long = await open(page, request, "#page=12")
  await expectPage(page, 12)
  // the URL follows the page within 400 ms
  await expect(page).toHaveURL(/#page=12$/)
  // the button of the fixed bar: a click on the one in the header would scroll up to the first page
  await page.getByRole("region", { name: "下载" }).getByRole("button", { name: "分享" }).click()
  const dialog = page.getByRole("dialog", { name: "分享" })
  await expect(dialog.getByRole("textbox", { name: "链接" })).toHaveValue(new RegExp(`/document/${long}#page=12$`))
  await expectAccessible(page)
  await dialog.getByRole("checkbox").uncheck()
  await dialog.getByText("嵌入到网页").click()
  await dialog.getByRole("button", { name: "复制嵌入代码" }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`/embed/${long}"`)
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await page.locator(".doc-h").getByRole("button", { name: "分享" }).click()
  await expect(dialog).toBeVisible()
})

test(
  "the share dialog gives a link to the current page and a QR code of that link, in both themes",
  {
    tag: "@phone",
  },
  async ({ page, request, baseURL }) => {
    const document = await sample(request)
    const link = `${baseURL}/document/${document.uuid}`
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme })
      await page.goto("/")
      await load(page, `/document/${document.uuid}#page=3`)
      await bar(page).getByRole("button", { name: "分享" }).click()
      const dialog = page.getByRole("dialog", { name: "分享" })
      await expect(dialog.getByLabel("链接", { exact: true })).toHaveValue(`${link}#page=3`)
      await expect(dialog.getByRole("link", { name: "微博" })).toHaveAttribute("href", new RegExp(`url=${encodeURIComponent(link)}`))
      await expectAccessible(page)
      await expectFits(page)
      if (page.viewportSize()!.width < 768) {
        await expect(dialog.getByText("微信扫一扫，分享给朋友")).toHaveCount(0)
        continue
      }
      await expect(dialog.getByText("微信扫一扫，分享给朋友")).toBeVisible()
      const code = dialog.getByRole("img", { name: /^二维码/ })
      expect(await readQr(await code.screenshot())).toBe(`${link}#page=3`)
      await dialog.getByLabel("从第 3 页开始").uncheck()
      expect(await readQr(await code.screenshot())).toBe(link)
    }
  },
)
