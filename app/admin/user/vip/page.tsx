"use client"

import { crudPage } from "@/components/admin/crud-page"
import { entities } from "@/lib/contract/entities"
import { VipType } from "@/lib/contract/money/membership.enums"

const columnOnly = { form: false } as const
const counted = { kind: "number", form: false } as const

/** Purchased membership cards: benefits, usage and expiry. */
export default crudPage(entities.userVip, {
  searchIn: false,
  create: false,
  edit: false,
  remove: false,
  inspect: true,
  times: false,
  empty: { title: "还没有会员", text: "有人开通 VIP 以后，会员卡会出现在这里。" },
  fields: {
    user_id: { ...columnOnly, label: "用户", kind: "user", title: true, search: true, text: (card) => card.username },
    type: { ...columnOnly, label: "类型", kind: "enum", options: VipType, search: true, card: true },
    discount: {
      ...counted,
      label: "折扣",
      text: ({ discount }) => (discount > 0 && discount < 100 ? `${discount}%` : "不打折"),
    },
    download: { ...counted, label: "免费下载" },
    download_used: { ...counted, label: "已用", card: true },
    times: { ...counted, label: "每天最多", text: ({ times }) => (times > 0 ? String(times) : "不限") },
    joined_at: { ...columnOnly, label: "生效时间", kind: "datetime" },
    expired_at: { ...columnOnly, label: "到期时间", kind: "datetime", card: true },
    order_no: { ...columnOnly, label: "订单号", column: "hidden" },
  },
})
