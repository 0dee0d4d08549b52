/** Every place of the site where advertisements stand (docs/reference/specification.md 2), by the page it is on; `global` is on all of them. */
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

/** Heights (px) of one advertisement, on wide screens and on phones; 0 = not known. */
export type AdHeights = { desktop: number; phone: number }
/** Room that is kept where nobody has measured an advertisement. */
export const usualHeights: AdHeights = { desktop: 90, phone: 60 }
/** The tallest that one advertisement may be to be given its room (px). */
export const maxAdHeight = 1_200

/** Positions of the frame's edges, where advertisements stand without a gap. */
const gapOf = (position: string): number => ((adEverywhere as readonly string[]).includes(position) ? 0 : 12)

/** The room that the advertisements of a position take together: what the page keeps free for them. */
export const roomOf = (position: string, ads: readonly AdHeights[]): AdHeights => {
  const sum = (size: keyof AdHeights) =>
    ads.reduce((total, ad) => total + (ad[size] || usualHeights[size]), Math.max(0, ads.length - 1) * gapOf(position))
  return { desktop: sum("desktop"), phone: sum("phone") }
}
