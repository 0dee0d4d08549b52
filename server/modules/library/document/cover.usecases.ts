import { kinds } from "@/lib/contract/library/document.formats"
import type { Ctx } from "@/server/context"
import { listUnseenCovers, setCoverState } from "../files/drawing.usecases"
import { coverKey, titleCoverKey } from "../files/storage-keys.rules"
import { isFaint, listShowing, listTitled, setTitleCover } from "./cover.repository"
import { CoverState, isTitled, nameOfCover, titleCoverOf } from "./cover.rules"
import { findDocument } from "./document.repository"
import { readRelations } from "./relations.repository"

/**
 * Gives a document the cover of its title where it should have one, and takes it away where it should not (docs/decisions/097).
 * Does nothing when it has the right one. `faint` is what the conversion has just seen of the first page; by default what it noted.
 */
export const drawTitleCover = async (ctx: Ctx, id: number, faint?: boolean): Promise<void> => {
  const row = await findDocument(ctx.db, { id })
  if (!row) return
  const relations = (await readRelations(ctx.db, [id])).get(id)
  if (!relations) return
  const { sha256, uuid, title_cover: before } = row
  const shown = isTitled(row, faint ?? (await isFaint(ctx.db, row))) ? titleCoverOf(row, relations) : null
  const name = shown ? nameOfCover(sha256, shown) : ""
  if (name === before) return
  const cover = shown && (await ctx.app.converter.titleCover(shown))
  // without Chinese fonts the first page stays
  if (shown && !cover) return
  if (cover) await ctx.app.storage.put(titleCoverKey(sha256, uuid, name), cover.webp, false)
  const noted = await ctx.tx(async (ctx) => {
    const noted = await setTitleCover(ctx.db, id, before, name)
    if (noted) await ctx.changed("document", uuid, row.user_id)
    return noted
  })
  if (noted && before) await ctx.app.storage.remove(titleCoverKey(sha256, uuid, before))
}

/** Covers that were drawn before covers were judged and cropped: `some` of them. The number of those that were left. */
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

/** Looks at every drawn cover, and at every document that should have one: names, categories and the drawing itself change. */
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
