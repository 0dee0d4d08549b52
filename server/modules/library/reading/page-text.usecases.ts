import { promisify } from "node:util"
import { gunzip } from "node:zlib"
import type { Ctx } from "@/server/context"
import { isMeaningless } from "@/server/ports/converter/text-meaning"
import { textLayerKey } from "../files/storage-keys.rules"
import type { ContentRendering } from "./reading.repository"

/** Text and its box in points: x, y, width, height. */
export type TextLayerRun = [string, number, number, number, number]
const unzip = promisify(gunzip)

/**
 * Returns the words of a rendered page with their boxes. The list is empty if the page has no text or was rendered before words were
 * stored.
 */
export const readTextLayer = async (ctx: Ctx, { sha256, version }: ContentRendering, page: number): Promise<TextLayerRun[]> => {
  const packed = await ctx.app.storage.read(textLayerKey(sha256, version, page))
  const runs = packed ? (JSON.parse((await unzip(packed)).toString("utf8")) as TextLayerRun[]) : []
  // pages that were converted earlier may have codes of glyphs in place of their text
  return isMeaningless(runs.map(([text]) => text).join("\n")) ? [] : runs
}
