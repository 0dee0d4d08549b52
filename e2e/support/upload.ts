import { expect, type Page } from "@playwright/test"

/** Puts the files of the upload page on a shelf; the list of shelves may still be moving when it is first touched. */
export const chooseCategory = async (page: Page, title: string): Promise<void> => {
  await expect(async () => {
    const field = page.getByLabel("文档分类")
    await field.click()
    await page.locator(".ant-select-tree").getByTitle(title, { exact: true }).click({ timeout: 3_000 })
    await expect(page.locator(".ant-form-item", { has: field })).toContainText(title, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}
