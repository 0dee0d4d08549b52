import { expect, type Page } from "@playwright/test"

/** A shift of the layout, and the beginnings of the elements that moved. */
type Shift = { value: number; moved: string[] }

/** Notes every shift of the layout on the pages that are opened from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[])
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "gone") })
    }).observe({ type: "layout-shift", buffered: true })
  })

/** The sum of all shifts since the page was opened, also of those that follow a press, stays below 0.01. */
export const expectNoShift = async (page: Page, where = ""): Promise<void> => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const shifted = shifts.reduce((sum, { value }) => sum + value, 0)
  expect(shifted, `layout shift ${where} ${JSON.stringify(shifts)}`).toBeLessThan(0.01)
}
