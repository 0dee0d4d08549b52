import { publicSetting } from "../setting"

/* Membership and its three plans as settings (docs/reference/api.md 6.9). Prices are in 分, discounts in percent. Only user 1 edits plans. */

const fen = { min: 0, max: 100_000_000, guard: "root" } as const
const times = { min: 0, max: 1_000_000, guard: "root" } as const
const price = (label: string) => publicSetting.number(`${label}价格（分）`, 0, { ...fen, hint: "1990 是 19.90 元；0 为不出售" })
const original = (label: string) => publicSetting.number(`${label}原价（分）`, 0, { ...fen, hint: "比价格高时划掉显示" })
const discount = (label: string) =>
  publicSetting.number(`${label}买普通文档的折扣（百分比）`, 0, {
    min: 0,
    max: 100,
    guard: "root",
    hint: "85 是 8.5 折；0 和 100 为不打折",
  })
const download = (label: string) =>
  publicSetting.number(`${label}免费下载 VIP 文档的次数（总数）`, 0, { ...times, hint: "整个会员期里一共几次" })
const daily = (label: string) => publicSetting.number(`${label}每天最多免费下载几次`, 0, { ...times, hint: "0 为不限" })

export const membershipSettings = {
  enable: publicSetting.flag("启用 VIP", false, { hint: "打开后出现购买页；价格为 0 的会员不出售" }),
  icon: publicSetting.image("VIP 图标", "", { hint: "会员头像上的标记；不设置时用自带的" }),
  enable_credit_pay: publicSetting.flag("可以用积分购买 VIP", true, { guard: "root", hint: "关闭时只能用支付平台付款" }),
  year_price: price("年卡"),
  year_original_price: original("年卡"),
  year_document_discount: discount("年卡"),
  year_download: download("年卡"),
  year_times_every_day: daily("年卡"),
  quarter_price: price("季卡"),
  quarter_original_price: original("季卡"),
  quarter_document_discount: discount("季卡"),
  quarter_download: download("季卡"),
  quarter_times_every_day: daily("季卡"),
  month_price: price("月卡"),
  month_original_price: original("月卡"),
  month_document_discount: discount("月卡"),
  month_download: download("月卡"),
  month_times_every_day: daily("月卡"),
}
