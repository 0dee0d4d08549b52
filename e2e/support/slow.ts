import { expect, type Page } from "@playwright/test"

/** Every script of the site comes this much later, as over a bad line; the page itself comes at once. */
export const slowScripts = async (page: Page, ms = 3_000): Promise<void> => {
  await page.route("**/_next/static/**/*.js*", async (route) => {
    await new Promise((done) => setTimeout(done, ms))
    await route.continue().catch(() => undefined)
  })
}

/** True as soon as React listens to the form: it keeps what it knows of an element on the element. */
export const isAlive = (page: Page, form: string): Promise<boolean> =>
  page.locator(form).evaluate((element) => Object.keys(element).some((key) => key.startsWith("__reactProps")))

export const expectAlive = (page: Page, form: string): Promise<void> =>
  expect.poll(() => isAlive(page, form), { timeout: 30_000 }).toBe(true)
