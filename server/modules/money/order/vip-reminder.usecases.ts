import type { JobSpec } from "@/server/jobs/queue"
import type { Ctx } from "@/server/context"
import { settingsOf } from "../../site/settings/settings.usecases"
import { listEndingCards, markReminded } from "./vip.repository"

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
