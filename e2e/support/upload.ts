import { expect, type Page } from "@playwright/test"

/** Selects a category for the files of the upload page; the list may still be animating when it is first clicked. */
export const chooseCategory = async (page: Page, title: string): Promise<void> => {
  await expect(async () => {
    const field = page.getByLabel("文档分类")
    await field.click()
    await page.locator(".ant-select-tree").getByTitle(title, { exact: true }).click({ timeout: 3_000 })
    await expect(page.locator(".ant-form-item", { has: field })).toContainText(title, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}
