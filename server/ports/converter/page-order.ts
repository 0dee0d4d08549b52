/** Which page is drawn next: in order, but the pages somebody waits for come first. */
export class PageOrder {
  private readonly taken = new Set<number>()
  private lowest = 1

  constructor(
    private readonly last: number,
    private readonly wanted: () => readonly number[],
  ) {}

  next(): number | null {
    // one that is being drawn already is still waited for: it must not keep the others back
    const wanted = this.wanted().find((page) => Number.isInteger(page) && page >= 1 && page <= this.last && !this.taken.has(page))
    if (wanted !== undefined) {
      this.taken.add(wanted)
      return wanted
    }
    while (this.taken.has(this.lowest)) this.lowest += 1
    if (this.lowest > this.last) return null
    this.taken.add(this.lowest)
    return this.lowest
  }
}
