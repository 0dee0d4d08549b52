/** Which page is drawn next: in order, but a page somebody waits for comes first. */
export class PageOrder {
  private readonly taken = new Set<number>()
  private lowest = 1

  constructor(
    private readonly last: number,
    private readonly hint: () => number | undefined,
  ) {}

  next(): number | null {
    const wanted = this.hint()
    if (wanted !== undefined && Number.isInteger(wanted) && wanted >= 1 && wanted <= this.last && !this.taken.has(wanted)) {
      this.taken.add(wanted)
      return wanted
    }
    while (this.taken.has(this.lowest)) this.lowest += 1
    if (this.lowest > this.last) return null
    this.taken.add(this.lowest)
    return this.lowest
  }
}
