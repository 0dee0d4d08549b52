import type { Ctx } from "@/server/context"
import { isNearBanned, isPictureNearBanned, listSimilarBlobs, listSimilarPictures } from "../files/drawing.usecases"
import { bandsOfLikeness, likenessOf } from "./near-text.rules"

/** From this similarity (0 to 1) a content counts as a copy of a banned one; a single scanned page, of which forms are many, has to be closer. */
const [copyLikeness, pageLikeness] = [0.9, 0.95]
/** A content that is not the same file is never called the same. */
const mostLikeness = 0.99
const maxNear = 20

/** Checks whether text or scanned pages of a content are nearly those of a banned one. */
export const isCopyOfBanned = async (ctx: Ctx, sha256: string): Promise<boolean> =>
  (await isNearBanned(ctx, sha256, bandsOfLikeness(copyLikeness))) ||
  isPictureNearBanned(ctx, sha256, { several: copyLikeness, single: pageLikeness })

/** Returns the contents whose text or scanned pages are at least this similar (0 to 1) to those of this one, and itself, with their similarity. */
export const findNearBlobs = async (ctx: Ctx, sha256: string, least: number): Promise<Map<string, number>> => {
  const [texts, pictures] = await Promise.all([
    listSimilarBlobs(ctx, sha256, bandsOfLikeness(least), maxNear),
    listSimilarPictures(ctx, sha256, least, maxNear),
  ])
  const near = new Map([[sha256, 1]])
  const similar = [...texts.map((one) => ({ sha256: one.sha256, likeness: likenessOf(one.shared) })), ...pictures]
  for (const one of similar) near.set(one.sha256, Math.min(mostLikeness, Math.max(one.likeness, near.get(one.sha256) ?? 0)))
  return near
}
