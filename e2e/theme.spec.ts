import { expect, test } from "./support/test"

test("the chosen theme is remembered, and the next page does not flash in the other one", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto("/")
  const theme = () => page.locator("html").getAttribute("data-theme")
  expect(await theme()).toBe("light")
  const button = page.getByRole("button", { name: /深色|主题|夜间/ }).first()
  // a click before the page's script has loaded does nothing
  await expect(async () => {
    await button.click()
    expect(await theme()).toBe("dark")
  }).toPass()
  await page.goto("/category", { waitUntil: "commit" })
  await page.waitForFunction(() => document.body)
  expect(await theme()).toBe("dark")
})
