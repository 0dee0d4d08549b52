import { createHash } from "node:crypto"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import { kindOf, kinds } from "@/lib/contract/library/document.formats"
import type { TitleCover } from "@/server/ports/converter/title-cover"
import type { DocumentRow } from "./document.repository"
import type { Relations } from "./relations.repository"

/** The state of a content's cover. Covers that were rendered before covers were checked and cropped are `unseen`. */
export const CoverState = { unseen: 0, page: 1, faint: 2 } as const

/** Checks for text formats, whose first page makes no useful cover. */
const isText = (ext: string) => kindOf(ext) === "txt"
type Facts = Pick<DocumentRow, "status" | "converted_pages" | "ext">

/** Checks whether this document has a title cover instead of its first page. `faint`: that page is nearly empty. */
export const isTitled = ({ status, converted_pages, ext }: Facts, faint: boolean): boolean =>
  faint || isText(ext) || (status === DocumentStatus.failed && converted_pages === 0)

/** The colours of formats on light paper, as in `lib/theme.ts`. */
const spines: Record<(typeof kinds)[keyof typeof kinds]["style"], string> = {
  pdf: "#b5352b",
  word: "#285cab",
  ppt: "#a84e12",
  excel: "#0f7060",
  text: "#566059",
  ebook: "#7243a4",
}
/** Paper colours, by root category. */
const tints = ["#eef3ea", "#f5efe4", "#e9f0f1", "#f4ebe9", "#efebf4", "#eaf2ef", "#eceff5", "#f3f1e6"]

/** Returns the content of the cover. */
export const titleCoverOf = (row: Pick<DocumentRow, "title" | "ext" | "width" | "height">, { user, category }: Relations): TitleCover => ({
  title: row.title,
  author: user?.username ?? "",
  spine: spines[kinds[kindOf(row.ext)].style],
  tint: tints[(category.find(({ parent_id }) => parent_id === 0)?.id ?? 0) % tints.length]!,
  width: row.width,
  height: row.height,
})

/** Increment it when the design of title covers changes, so that all of them are rendered again. */
const edition = 2

/** Names a cover by a hash of everything that it shows, and of the content that it is stored with. */
export const nameOfCover = (sha256: string, cover: TitleCover): string =>
  createHash("sha256")
    .update(JSON.stringify([edition, sha256, cover]))
    .digest("hex")
    .slice(0, 16)
