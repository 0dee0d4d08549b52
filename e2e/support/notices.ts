import type { Locator, Page } from "@playwright/test"

/** Marks the notices of earlier actions, which stay for seconds, so that `newNotice` finds only later ones. */
export const markNotices = (page: Page): Promise<void> =>
  page.evaluate(() => {
    for (const notice of document.querySelectorAll<HTMLElement>(".ant-message-notice")) notice.dataset["old"] = ""
  })

/** The notices with this text that were displayed after the last `markNotices`. */
export const newNotice = (page: Page, text: string | RegExp): Locator =>
  page.locator(".ant-message-notice:not([data-old])").filter({ hasText: text })
