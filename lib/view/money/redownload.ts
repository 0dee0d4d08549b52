/** Until when a bought document is downloaded again without paying, in ms; null = for ever. `days`: `download.free_download_duration`. */
export const redownloadUntil = (paidAt: string | null, days: number): number | null =>
  paidAt && days > 0 ? new Date(paidAt).getTime() + days * 86_400_000 : null
