import { privateSetting, root } from "../setting"

/** The accepted amounts of a reward, in credits. Rewards mint credits, so only user 1 sets them. */
export const rewardRange = { min: 0, max: 10_000, ...root }
/** How often a day a reward is paid. */
const timesRange = { min: 0, max: 1_000, ...root }

/** The longest name of the credits (characters): it is displayed beside numbers and in buttons. */
export const maxCreditName = 10

/** Credits: their name and price, and the rewards that the ledger posts. */
export const ledgerSettings = {
  credit_name: privateSetting.text("积分名称", "魔豆", {
    hint: `网站上对积分的称呼，不超过 ${maxCreditName} 个字`,
    check: (name) => (name.length > maxCreditName ? `不能超过 ${maxCreditName} 个字` : null),
  }),
  credit_exchange: privateSetting.number("人民币兑积分（1 元兑多少积分）", 10, {
    min: 1,
    max: 100_000,
    guard: "root",
    hint: "积分的价格按它换算；修改后不影响已有的订单",
  }),
  show_exchange: privateSetting.flag("积分价格旁显示人民币价格", true, {
    hint: "例如“25 魔豆（2.50 元）”；充值和用支付平台付款时总是显示人民币",
  }),
  register: privateSetting.number("注册奖励", 10, { ...rewardRange, hint: "注册成功得到的积分" }),
  upload_document: privateSetting.number("上传文档奖励", 5, { ...rewardRange, hint: "上传的文档公开时得到的积分；要审核的，通过时才给" }),
  upload_document_limit: privateSetting.number("每天奖励几次上传", 1, { ...timesRange, hint: "0 为不奖励" }),
  delete_document: privateSetting.number("删除文档扣除", 1, { ...rewardRange, hint: "删除一份自己的文档扣掉的积分" }),
  document_collected: privateSetting.number("文档被收藏奖励", 1, { ...rewardRange, hint: "文档每被一个人收藏，作者得到的积分" }),
  document_collected_limit: privateSetting.number("每天奖励几次被收藏", 1, { ...timesRange, hint: "0 为不奖励" }),
  document_commented: privateSetting.number("文档被评论奖励", 1, { ...rewardRange, hint: "文档每被评论一次，作者得到的积分" }),
  document_commented_limit: privateSetting.number("每天奖励几次被评论", 1, { ...timesRange, hint: "0 为不奖励" }),
}
