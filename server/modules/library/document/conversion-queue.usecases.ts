import { isReconverting } from "@/lib/rules/library/document-status"
import type { LoggedIn } from "@/server/context"
import { publish } from "@/server/db/events"
import { conflict } from "@/server/errors"
import { pageOf } from "@/server/db/listing"
import { compareTurns } from "./conversion-order.rules"
import { listQueue, moveToFront } from "./conversion.repository"

type QueueRow = Awaited<ReturnType<typeof listQueue>>[number]

const isWorking = ({ begun, place }: QueueRow): boolean => begun && place !== null
/** The state of a turn. A document lets others go first after its first page, or when they are more urgent. */
const stateOf = (row: QueueRow): string => (isWorking(row) ? "converting" : row.begun ? "yielding" : "waiting")

/**
 * Returns the queue of conversions in the order of turns, those in conversion first. Which owner last had a turn is known only to the
 * process that converts, so owners of the same urgency are listed by age. Neither does the list show the turns in which half converted
 * documents are finished (`findDue`).
 */
export const readConversionQueue = async (ctx: LoggedIn, page: { page?: number; size?: number }) => {
  const rows = await listQueue(ctx.db)
  const working = rows.filter(isWorking)
  const waiting = rows
    .filter((row) => !isWorking(row))
    .map((row) => {
      const redrawn = isReconverting(row.status)
      return {
        row,
        ...row,
        suspect: row.convert_deaths > 0,
        first: row.convert_first,
        redrawn,
        views: redrawn ? row.view_count : 0,
        shared: !redrawn && working.some(({ sha256, version }) => sha256 === row.sha256 && version === row.version),
        hasPage: row.converted_pages > 0,
        hasVisitor: ctx.app.wantedPages.pagesOf(row.uuid).length > 0,
        served: 0,
      }
    })
    .sort(compareTurns)
  const { offset, limit } = pageOf(page, 100, 20)
  const entries = [...working.map((row) => ({ row, position: 0 })), ...waiting.map(({ row }, at) => ({ row, position: at + 1 }))]
  const document = entries.slice(offset, offset + limit).map(({ row, position }) => ({
    id: row.id,
    uuid: row.uuid,
    title: row.title,
    ext: row.ext,
    size: row.size,
    pages: row.pages,
    drawn: row.place ?? row.converted_pages,
    position,
    state: stateOf(row),
    redrawn: isReconverting(row.status),
    first: row.convert_first,
    since: row.updated_at,
  }))
  return { total: entries.length, document }
}

/** @throws 409 if the document does not wait, or no longer */
export const moveConversion = async (ctx: LoggedIn, { id }: { id: number }): Promise<Record<string, never>> => {
  if (!(await moveToFront(ctx.db, id))) throw conflict("这个文档不在排队：可能已经轮到它了")
  await publish(ctx.db, "queued", {})
  return {}
}
