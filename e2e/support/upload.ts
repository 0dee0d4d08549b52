import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, type Page } from "@playwright/test"
import { ownPdf, type OwnFile } from "./files"

/** A PDF that is uploaded in two parts, of 8 and 4 MB, so that its upload can be interrupted between them. */
export const bigPdf = (name: string): OwnFile => {
  const file = ownPdf(name, 1)
  return { ...file, buffer: Buffer.concat([file.buffer, Buffer.from(`\n%${"豆".repeat(4_000_000)}\n%%EOF\n`)]) }
}

/** Saves a file and returns its path. Chromium opens a path itself; a buffer is sent to it as text, which takes seconds for megabytes. */
export const saveIn = (folder: string, { name, buffer }: OwnFile): string => {
  const path = join(folder, name)
  writeFileSync(path, buffer)
  return path
}

/** Selects a category for the files of the upload page; the list may still be animating when it is first clicked. */
export const chooseCategory = async (page: Page, title: string): Promise<void> => {
  await expect(async () => {
    const field = page.getByLabel("文档分类")
    await field.click()
    await page.locator(".ant-select-tree").getByTitle(title, { exact: true }).click({ timeout: 3_000 })
    await expect(page.locator(".ant-form-item", { has: field })).toContainText(title, { timeout: 1_000 })
  }).toPass({ timeout: 15_000 })
}
