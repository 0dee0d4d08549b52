import { cardPeriod, type Benefits } from "@/lib/rules/money/membership-plan"
import type { Ctx, LoggedIn } from "@/server/context"
import { notFound } from "@/server/errors"
import { withNames } from "./order.usecases"
import { addCard, endOfCards, findCardOf, listCards, listOwnCards, listValidCards } from "./vip.repository"

type Paged = { page?: number; size?: number; limit?: number }

/** Lists the user's cards, the one that ends last first. */
export const readVips = async (ctx: LoggedIn, input: Paged) => {
  const { rows, total } = await listOwnCards(ctx.db, ctx.user.id, input)
  return { total, user_vip: rows }
}

/**
 * Returns the card whose downloads are used next: a valid one with downloads left, year before quarter before month; otherwise any valid
 * one. All fields are zero if there is none.
 */
export const readActiveVip = async (ctx: LoggedIn) => {
  const cards = await listValidCards(ctx.db, ctx.user.id, ctx.now())
  return cards.find((card) => card.download_used < card.download) ?? cards[0] ?? {}
}

/** Returns the card that the user's order bought. */
export const readVipOfOrder = async (ctx: LoggedIn, { order_no }: { order_no: string }) => {
  const card = await findCardOf(ctx.db, ctx.user.id, order_no)
  if (!card) throw notFound("这个订单没有会员卡")
  return card
}

export const readAllVips = async (ctx: Ctx, input: Paged & { type?: number[]; user_id?: number[] }) => {
  const { rows, total } = await listCards(ctx.db, input)
  return { total, user_vip: await withNames(ctx, rows) }
}

/** Issues a card, which starts when valid cards of the same type end. The caller has locked the user. */
export const giveCard = async (ctx: Ctx, card: { user_id: number; type: number; benefits: Benefits; order_no: string }): Promise<void> => {
  const { user_id, type, benefits, order_no } = card
  const period = cardPeriod(type, ctx.now(), await endOfCards(ctx.db, user_id, type))
  await addCard(ctx.db, { user_id, type, order_no, ...benefits, ...period, created_at: ctx.now() })
}
