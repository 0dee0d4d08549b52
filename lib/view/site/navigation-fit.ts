import { siteName } from "../../rules/site/site-name"
import type { NavigationNode } from "./navigation-tree"

/**
 * `fit`: classes of `app/styles/site/site-header-fit.css` that move the item into 更多 in windows where it does not fit; "" if it always fits.
 */
export type HeaderItem = NavigationNode & { fit: string }

/** Sizes (px) of `app/styles/site/site-header.css`. The widths of text are estimates that are rather too large, so that nothing overflows. */
type HeaderSizes = {
  steps: readonly number[]
  font: number
  gap: number
  arrow: number
  /** search field, theme switch, user menu and the gaps around them; on wide screens the upload button, too */
  others: number
}

const steps = (from: number, to: number): number[] => Array.from({ length: (to - from) / 32 + 1 }, (_, at) => from + at * 32)
const tablet: HeaderSizes = { steps: steps(768, 960), font: 14, gap: 16, arrow: 0, others: 120 + 116 + 3 * 18 }
const desktop: HeaderSizes = { steps: steps(992, 1280), font: 15, gap: 24, arrow: 18, others: 160 + 232 + 3 * 32 }

const maxContent = 1_200
/** The margins beside the content, and the scrollbar, which media queries do not subtract. */
const margins = 48 + 17
const maxBrand = 240
const maxTitleEm = 10

const emOf = (sign: string): number => {
  const code = sign.codePointAt(0)!
  if (code >= 0x1f000) return 1.4
  if (code >= 0x2e80) return 1
  return /[mwMW@%]/.test(sign) ? 0.95 : /[A-Z0-9&]/.test(sign) ? 0.7 : 0.6
}
/** Estimates the width of a text in em. Chinese characters are as wide as the font size in every font. */
const textEm = (text: string): number => [...text].reduce((sum, sign) => sum + emOf(sign), 0)

type Brand = { sitename: string; logo: string; show_name_with_logo: boolean }

const brandWidth = (system: Brand): number => {
  if (system.logo && !system.show_name_with_logo) return 160
  return Math.min(maxBrand, (system.logo ? 129 : 37) + Math.ceil(textEm(siteName(system)) * 21))
}

const isParent = (item: NavigationNode): boolean => item.children.length > 0 || ["/", "/category", "/article"].includes(item.href)

/** Returns, for each item, the index of the narrowest window step in which it fits; the number of steps if it fits in none. */
const stepsOf = (items: NavigationNode[], brand: number, sizes: HeaderSizes): number[] => {
  const widths = items.map(
    (item) => Math.ceil(Math.min(maxTitleEm, textEm(item.title)) * sizes.font) + 1 + (isParent(item) ? sizes.arrow : 0),
  )
  const ends = widths.map((_, at) => widths.slice(0, at + 1).reduce((sum, width) => sum + width, at * sizes.gap))
  const total = ends.at(-1) ?? 0
  const more = sizes.gap + 2 * sizes.font + 18
  return ends.map((end) => {
    const needed = Math.min(end + more, total) + brand + sizes.others
    const step = sizes.steps.findIndex((width) => Math.min(maxContent, width - margins) >= needed)
    return step < 0 ? sizes.steps.length : step
  })
}

/**
 * Decides in which windows each item of the header is displayed; the others move into 更多, the last item first. The server decides this for
 * every width, because pages are cached for everybody: nothing is measured in the browser, so nothing moves (docs/decisions/170).
 */
export const fitNavigation = (items: NavigationNode[], system: Brand): HeaderItem[] => {
  const brand = brandWidth(system)
  const onTablets = stepsOf(items, brand, tablet)
  const onDesktops = stepsOf(items, brand, desktop)
  return items.map((item, at) => {
    const classes = [onTablets[at]! > 0 ? `fit-t${onTablets[at]}` : "", onDesktops[at]! > 0 ? `fit-d${onDesktops[at]}` : ""]
    return { ...item, fit: classes.filter(Boolean).join(" ") }
  })
}
