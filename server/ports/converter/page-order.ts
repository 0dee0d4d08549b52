/**
 * The order in which pages are rendered: ascending, but pages that readers are waiting for come first, and those of an interrupted run are
 * left out.
 */
export class PageOrder {
  private readonly taken = new Set<number>()
  private lowest = 1

  constructor(
    private readonly last: number,
    private readonly waitingPages: () => readonly number[],
    drawnPages: Iterable<number> = [],
  ) {
    for (const page of drawnPages) if (page > 1) this.taken.add(page)
  }

  next(): number | null {
    // a page that is being rendered stays in the list: it must not block the others
    const nextPage = this.waitingPages().find((page) => Number.isInteger(page) && page >= 1 && page <= this.last && !this.taken.has(page))
    if (nextPage !== undefined) {
      this.taken.add(nextPage)
      return nextPage
    }
    while (this.taken.has(this.lowest)) this.lowest += 1
    if (this.lowest > this.last) return null
    this.taken.add(this.lowest)
    return this.lowest
  }
}
