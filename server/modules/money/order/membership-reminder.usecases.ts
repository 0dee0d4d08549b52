import { VipType } from "@/lib/contract/money/membership.enums"
import { minute } from "@/lib/rules/time"
import type { JobSpec } from "@/server/jobs/queue"
import type { Ctx } from "@/server/context"
import { settingsOf } from "../../site/settings/settings.usecases"
import { listEndingCards, listUntoldCards, markEndTold, markReminded } from "./vip.repository"

/** How many days before the end of a membership its owner is reminded. */
const reminders = [7, 1] as const
const dayMs = 86_400_000
const batch = 500

/**
 * Sends the due reminders, each once (docs/decisions/073): a card is marked in the transaction that queues its mail. Users with a card that
 * ends later get no reminder. Users who joined less than a week before the end are reminded one day before it.
 */
export const remindMembers = async (ctx: Ctx, mail: JobSpec<{ card_id: number }>, stopped: () => boolean): Promise<void> => {
  const [{ enable }, email] = await Promise.all([settingsOf(ctx.app, "vip"), settingsOf(ctx.app, "email")])
  if (!enable || !email.enable) return
  for (const [at, days] of reminders.entries()) {
    const until = new Date(ctx.now().getTime() + days * dayMs)
    const after = new Date(ctx.now().getTime() + (reminders[at + 1] ?? 0) * dayMs)
    while (!stopped() && (await remindSome(ctx, mail, { after, until, days })) === batch);
  }
}

const remindSome = (ctx: Ctx, mail: JobSpec<{ card_id: number }>, due: { after: Date; until: Date; days: number }): Promise<number> =>
  ctx.tx(async (ctx) => {
    const cards = await listEndingCards(ctx.db, { ...due, limit: batch })
    if (!cards.length) return 0
    await markReminded(
      ctx.db,
      cards.map(({ id }) => id),
      due.days,
    )
    for (const { id } of cards) await ctx.enqueue(mail, { card_id: id }, { key: `card-${id}-${due.days}` })
    return cards.length
  })

/** How many days before the end of a membership its owner gets an on-site notification. */
const toldDays = 3

/** Notifies members on the site that their last card expires, once per card; also while mail is switched off. */
export const tellMembers = async (ctx: Ctx, stopped: () => boolean): Promise<void> => {
  if (!(await settingsOf(ctx.app, "vip")).enable) return
  const ending = { after: ctx.now(), until: new Date(ctx.now().getTime() + toldDays * dayMs), limit: batch }
  const tellSome = () =>
    ctx.tx(async (ctx) => {
      const cards = await listUntoldCards(ctx.db, ending)
      if (!cards.length) return 0
      await markEndTold(
        ctx.db,
        cards.map(({ id }) => id),
      )
      await ctx.notify(
        cards.map(({ user_id, type, expired_at }) => ({
          kind: "membership",
          user_id,
          by: 0,
          data: { name: VipType.labelOf(type), until: minute(expired_at) },
        })),
      )
      return cards.length
    })
  while (!stopped() && (await tellSome()) === batch);
}
