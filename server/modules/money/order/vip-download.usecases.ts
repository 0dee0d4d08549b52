import type { Ctx, LoggedIn } from "@/server/context"
import { forbidden } from "@/server/errors"
import { owns } from "../../library/document/document.policy"
import type { DocumentRow } from "../../library/document/access.policy"
import { grantDownload, readCardDownloads, type Payment } from "../../library/document/download.usecases"
import { hasBought } from "../../library/entitlement/entitlement.usecases"
import { isVip } from "../../library/entitlement/vip.policy"
import { settingsOf } from "../../site/settings/settings.usecases"
import { cardForDownload } from "./vip-download.rules"
import { countCardDownload, listValidCards } from "./vip.repository"

const free: Payment = { is_pay: false, card_id: 0 }

/** Downloads a members' document and uses one of a card's downloads (docs/reference/api.md 6.4, docs/decisions/072). */
export const requestVipDownload = async (ctx: LoggedIn, { id }: { id: number }) => {
  if (!(await settingsOf(ctx.app, "vip")).enable) throw forbidden("本站没有开放 VIP")
  return grantDownload(ctx, id, (inside, row) => useCard(inside, ctx.user.id, row))
}

const useCard = async (ctx: Ctx, userId: number, row: DocumentRow): Promise<Payment> => {
  if (!row.is_vip) throw forbidden("这份文档不是 VIP 文档")
  if (owns(ctx, row)) return free
  if (row.price > 0 && (await hasBought(ctx.app, ctx.db, userId, row.id, ctx.now()))) return { is_pay: true, card_id: 0 }
  if (!(await isVip(ctx.db, userId, ctx.now()))) throw forbidden("开通 VIP 后才能免费下载这份文档")
  if (row.price <= 0) return free
  const [cards, today] = [await listValidCards(ctx.db, userId, ctx.now()), await readCardDownloads(ctx, userId)]
  if (today.some(({ document_id }) => document_id === row.id)) return free
  const { card, refusal } = cardForDownload(cards, today)
  if (!card || !(await countCardDownload(ctx.db, card.id))) throw forbidden(refusal)
  return { is_pay: false, card_id: card.id }
}
