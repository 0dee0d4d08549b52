import { PictureError, type Redrawing, type Redrawn } from "../pictures/pictures.port"
import type { ChildPool } from "./child/child-pool"
import { ChildLost } from "./child/supervised-child"
import { endlessTurn } from "./turn"

/** The decoder stops by itself after 30 seconds. */
const TIMEOUT_MS = 40_000
/** Maximum number of children that one picture may lose to kills from outside. */
const MAX_LOST_CHILDREN = 3

/** Re-encodes a picture in a child of the pool. Throws PictureError (damaged if the picture crashes the child), or the signal's reason. */
export async function redrawInChild(pool: ChildPool, file: string, how: Redrawing, signal: AbortSignal): Promise<Redrawn> {
  for (let attempt = 1; ; attempt += 1) {
    const child = pool.take()
    let healthy = false
    try {
      const drawn = await child.call("redraw", { file, how }, { timeoutMs: TIMEOUT_MS, signal, turn: endlessTurn })
      await child.call("close", {}, { timeoutMs: 1000, signal, turn: endlessTurn })
      child.pagesDrawn += 1
      healthy = true
      if ("refused" in drawn) throw new PictureError(drawn.refused)
      // over the channel a Buffer arrives as a view of a larger buffer
      return { ...drawn, content: Buffer.from(drawn.content) }
    } catch (error) {
      if (error instanceof PictureError || !(error instanceof ChildLost)) throw error
      if (!error.external || attempt >= MAX_LOST_CHILDREN) throw new PictureError("damaged", { cause: error })
    } finally {
      await pool.giveBack(child, healthy)
    }
  }
}
