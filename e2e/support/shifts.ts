import { expect, type Page } from "@playwright/test"

/** A layout shift, with the opening markup of the elements that moved. */
type Shift = { value: number; moved: string[] }

/** Records every layout shift on the pages opened from now on. */
export const watchShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; sources: { node: Element | null }[] }[])
        shifts.push({ value: entry.value, moved: entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? "gone") })
    }).observe({ type: "layout-shift", buffered: true })
  })

/** Returns the sum of all layout shifts since the page was opened, including those after clicks, and each of them. */
export const shiftOf = async (page: Page): Promise<{ value: number; shifts: Shift[] }> => {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  return { value: shifts.reduce((sum, { value }) => sum + value, 0), shifts }
}

/** Expects the layout shifts since the page was opened to stay below 0.01 in total. */
export const expectNoShift = async (page: Page, where = ""): Promise<void> => {
  const { value, shifts } = await shiftOf(page)
  expect(value, `layout shift ${where} ${JSON.stringify(shifts)}`).toBeLessThan(0.01)
}
