/** Returns the page numbers of a pager: first, last, and two on either side of the current one. */
export const pageNumbers = (page: number, last: number): number[] => {
  const near = page <= 3 ? [1, 2, 3, 4] : page >= last - 2 ? [last - 3, last - 2, last - 1, last] : [page - 1, page, page + 1]
  return [...new Set([1, ...near, last])].filter((number) => number >= 1 && number <= last).sort((a, b) => a - b)
}
