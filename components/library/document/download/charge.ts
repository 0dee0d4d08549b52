import type { DocumentStore } from "@/components/providers/document-store"
import type { Feedback } from "@/components/providers/feedback-types"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { price } from "@/lib/rules/format"

/** free: nothing is charged · agreed: the user pays · declined: nothing happens, or the message is displayed · login: a session is needed */
type ChargeAnswer = "free" | "agreed" | "declined" | "login"

/**
 * Asks before a download that costs credits, with price and balance, on an existing server without orders: its download takes the credits
 * at once (docs/decisions/067). A user is not asked twice for a document bought on this page, nor with too few credits, which the server
 * refuses.
 */
export const agreeToCharge = (id: number, page: DocumentStore | null, feedback: Feedback): Promise<ChargeAnswer> =>
  page?.getState().bought ? Promise.resolve("free") : ask(id, feedback)

/** `agreed`: the price to which the user has agreed. */
const ask = async (id: number, feedback: Feedback, agreed?: number): Promise<ChargeAnswer> => {
  const document = await api("GET /document", { id })
  if (!document.ok) return refused(document, feedback)
  const { title, price: amount, user_id } = document.data
  if (amount <= 0) return "free"
  if (amount === agreed) return "agreed"
  const [user, settings] = await Promise.all([api("GET /user"), api("GET /settings")])
  if (!user.ok) return user.status === 401 ? "login" : refused(user, feedback)
  if (user.data.id === user_id) return "free"
  const balance = user.data.credit_count
  if (balance < amount) return "agreed"
  const unit = settings.ok ? settings.data.system.credit_name : ""
  const of = (credits: number) => (credits > 0 ? price(credits, unit) : `0 ${unit || "魔豆"}`)
  const isAgreed = await feedback.confirm({
    title: "文档下载",
    content: `下载《${title}》需要 ${of(amount)}。余额 ${of(balance)}，支付后还剩 ${of(balance - amount)}。购买过且还在有效期内的，不会再扣。`,
    okText: "马上下载",
  })
  // a user must not pay a price that they have not seen
  return isAgreed ? ask(id, feedback, amount) : "declined"
}

const refused = (reply: Parameters<typeof refusalText>[0], feedback: Feedback): "declined" => {
  feedback.error(refusalText(reply, "下载失败"))
  return "declined"
}
