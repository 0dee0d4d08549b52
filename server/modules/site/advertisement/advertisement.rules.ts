import { maxAdHeight } from "@/lib/contract/site/advertisement.positions"

/** The largest height (px) that HTML states in an attribute or a style, 0 without one: what is known of an advertisement that no browser has measured. */
export const statedHeight = (html: string): number => {
  const stated = [...html.matchAll(/\b(?:min-)?height\s*[:=]\s*["']?\s*(\d{1,4})(?:px)?(?=["';\s>/])/gi)].map(([, pixels]) =>
    Number(pixels),
  )
  return Math.min(maxAdHeight, Math.max(0, ...stated))
}
