import type { z } from "zod"
import type { sms as calls } from "@/lib/contract/people/sms"
import type { LoggedIn } from "@/server/context"
import { rangeOf } from "@/lib/rules/day"
import { pageOf } from "@/server/db/listing"
import { notFound } from "@/server/errors"
import { writeAudit } from "../../operations/audit/audit.usecases"
import { deleteSms, findSms, listSms } from "./sms.repository"

type Filters = z.output<(typeof calls)["GET /sms/list"]["input"]>

/** Lists sent messages with masked numbers; `created_at` is from and to, both inclusive. */
export const readSmsList = async (ctx: LoggedIn, { created_at, ...filters }: Filters) => {
  const { rows, total } = await listSms(ctx.db, { ...filters, ...rangeOf(created_at) }, pageOf(filters, 100))
  return { total, sms: rows }
}

/** Returns one message with its full number; the access is audited. */
export const readSms = (ctx: LoggedIn, { id }: { id: number }) =>
  ctx.tx(async (ctx) => {
    const row = await findSms(ctx.db, id)
    if (!row) throw notFound("短信记录不存在")
    await writeAudit(ctx, "GET /sms", { id })
    return row
  })

export const removeSms = async (ctx: LoggedIn, { id }: { id: number[] }): Promise<Record<string, never>> => {
  await deleteSms(ctx.db, id)
  return {}
}
