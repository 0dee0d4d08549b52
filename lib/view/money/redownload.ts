/**
 * Returns until when a purchased document can be downloaded again for free, in ms; null = forever. `days`:
 * `download.free_download_duration`.
 */
export const redownloadUntil = (paidAt: string | null, days: number): number | null =>
  paidAt && days > 0 ? new Date(paidAt).getTime() + days * 86_400_000 : null
