import { maxAdHeight } from "@/lib/contract/site/advertisement.positions"

/**
 * Returns the largest height (px) in an attribute or a style of the HTML, 0 for none: an estimate for an advertisement that no browser has
 * measured yet.
 */
export const statedHeight = (html: string): number => {
  const stated = [...html.matchAll(/\b(?:min-)?height\s*[:=]\s*["']?\s*(\d{1,4})(?:px)?(?=["';\s>/])/gi)].map(([, pixels]) =>
    Number(pixels),
  )
  return Math.min(maxAdHeight, Math.max(0, ...stated))
}
