/** What is cut off a page at each side, as fractions of its width and height. */
export type PageMargins = { left: number; top: number; right: number; bottom: number }

/** How the pages of a document are cropped: alike, by odd and even pages, except for those whose ink reaches further. */
export type PageCrop = { even: PageMargins; odd: PageMargins; pages: ReadonlyMap<number, PageMargins> }

/** Returns the margins to cut off a page. One that is not measured yet is cropped like the others. */
export const marginsOf = (crop: PageCrop, page: number): PageMargins => crop.pages.get(page) ?? (page % 2 ? crop.odd : crop.even)
