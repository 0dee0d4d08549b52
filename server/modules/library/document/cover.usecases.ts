import { kinds } from "@/lib/contract/library/document.formats"
import type { Ctx } from "@/server/context"
import { listUnseenCovers, setCoverState } from "../files/drawing.usecases"
import { coverKey, titleCoverKey } from "../files/storage-keys.rules"
import { isFaint, listShowing, listTitled, setTitleCover } from "./cover.repository"
import { CoverState, isTitled, nameOfCover, titleCoverOf } from "./cover.rules"
import { findDocument } from "./document.repository"
import { readRelations } from "./relations.repository"

/**
 * Renders the title cover of a document that should have one, and removes it from one that should not (docs/decisions/097). Does nothing if
 * the cover is up to date.
 * `faint` is the conversion's result for the first page; by default, the recorded value.
 */
export const drawTitleCover = async (ctx: Ctx, id: number, faint?: boolean): Promise<void> => {
  const row = await findDocument(ctx.db, { id })
  if (!row) return
  const relations = (await readRelations(ctx.db, [id])).get(id)
  if (!relations) return
  const { sha256, uuid, title_cover: before } = row
  const titleCover = isTitled(row, faint ?? (await isFaint(ctx.db, row))) ? titleCoverOf(row, relations) : null
  const name = titleCover ? nameOfCover(sha256, titleCover) : ""
  if (name === before) return
  const cover = titleCover && (await ctx.app.converter.titleCover(titleCover))
  // Without Chinese fonts, the first page stays the cover.
  if (titleCover && !cover) return
  if (cover) await ctx.app.storage.put(titleCoverKey(sha256, uuid, name), cover.webp, false)
  const noted = await ctx.tx(async (ctx) => {
    const noted = await setTitleCover(ctx.db, id, before, name)
    if (noted) await ctx.changed("document", uuid, row.user_id)
    return noted
  })
  if (noted && before) await ctx.app.storage.remove(titleCoverKey(sha256, uuid, before))
}

/** Checks and crops up to `some` covers that were rendered before covers were checked and cropped. Returns the number of covers found. */
export const recropCovers = async (ctx: Ctx, some: number): Promise<number> => {
  const rows = await listUnseenCovers(ctx, some)
  for (const row of rows) {
    if (ctx.app.stopping()) break
    const key = coverKey(row.sha256, row.version)
    const old = await ctx.app.storage.read(key)
    const cover = old && (await ctx.app.converter.recropCover(old).catch(() => null))
    if (cover) await ctx.app.storage.put(key, cover.webp, true)
    await setCoverState(ctx, row, cover?.faint ? CoverState.faint : CoverState.page)
    if (cover?.faint) for (const { id } of await listShowing(ctx.db, row)) await drawTitleCover(ctx, id)
  }
  return rows.length
}

const texts = [...kinds.txt.ext]
const batch = 500

/** Checks every title cover, and every document that should have one: names, categories and the cover design change. */
export const refreshTitleCovers = async (ctx: Ctx): Promise<void> => {
  for (let after = 0; ;) {
    const rows = await listTitled(ctx.db, texts, after, batch)
    for (const { id } of rows) {
      if (ctx.app.stopping()) return
      await drawTitleCover(ctx, id)
    }
    if (rows.length < batch) return
    after = rows.at(-1)!.id
  }
}
