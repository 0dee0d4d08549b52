import { privateSetting, publicSetting } from "../setting"

export const orderSettings = {
  order_timeout: privateSetting.number("待支付的订单多少分钟后关闭", 30, { min: 5, max: 10_080, hint: "关闭后要重新下单" }),
  enable_direct_purchase: privateSetting.flag("不认识订单的旧客户端下载时直接扣除余额", false, {
    guard: "root",
    hint: "打开后，旧客户端请求付费文档时不再询问，直接从余额扣除；本站的页面总是先询问",
  }),
  author_income: privateSetting.number("付费文档的收入，作者得百分之几", 100, {
    min: 0,
    max: 100,
    guard: "root",
    hint: "其余归网站；不足一个积分的部分也归网站",
  }),
  show_order: publicSetting.flag("购买文档时打开订单页", false, {
    hint: "打开时，需要付费的文档先到订单页，可以选择各种支付方式；关闭时在文档页上直接用积分或下载码购买",
  }),
}
