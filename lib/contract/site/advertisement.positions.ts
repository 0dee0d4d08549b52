/** All advertisement positions of the site (docs/reference/specification.md 2), by page; `global` positions are on all pages. */
export const adFamilies = {
  index: ["index_banner_bottom", "index_category_top", "index_category_bottom", "index_link_top"],
  list: ["list_nav_bottom", "list_document_top", "list_document_bottom"],
  document: ["document_top", "document_bottom", "document_between"],
  user: ["user_top", "user_document_top"],
  search: ["search_top", "search_bottom", "search_right"],
} as const
export const adEverywhere = ["global_top", "global_bottom"] as const

export type AdPosition = (typeof adEverywhere)[number] | (typeof adFamilies)[keyof typeof adFamilies][number]

export const adPositions: readonly AdPosition[] = [...adEverywhere, ...Object.values(adFamilies).flat()]

/** The heights (px) of one advertisement on wide screens and on phones; 0 = unknown. */
export type AdHeights = { desktop: number; phone: number }
/** The space reserved for an advertisement whose height has not been measured. */
export const usualHeights: AdHeights = { desktop: 90, phone: 60 }
/** The maximum height (px) that is reserved for one advertisement. */
export const maxAdHeight = 1_200

/** Returns the gap (px) between advertisements; the positions at the edges of the page chrome have none. */
const gapOf = (position: string): number => ((adEverywhere as readonly string[]).includes(position) ? 0 : 12)

/** Returns the total height of the advertisements at a position: the space that the page reserves for them. */
export const roomOf = (position: string, ads: readonly AdHeights[]): AdHeights => {
  const sum = (size: keyof AdHeights) =>
    ads.reduce((total, ad) => total + (ad[size] || usualHeights[size]), Math.max(0, ads.length - 1) * gapOf(position))
  return { desktop: sum("desktop"), phone: sum("phone") }
}
