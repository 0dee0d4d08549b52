import { clearing, privateSetting } from "../setting"

/* Payment gateway settings, edited by user 1 only. None of them is public: `GET /settings` only lists which gateways are available. */

const root = { guard: "root" } as const
const shownWhen = "打开并填好下面几项、填好网站域名后，付款页上出现它"
const pem = "连同首尾两行一起粘贴，只粘贴中间的内容也可以"

/**
 * Settings by group. The group names match those of compatible servers and are also the last path segment of each gateway's callback URL.
 */
export const paymentSettings = {
  wechatpay: {
    enable: privateSetting.flag("启用微信支付", false, { ...root, hint: shownWhen }),
    app_id: privateSetting.text("AppID（绑定了商户号的）", "", { ...root, hint: "与微信公众号的 AppID 相同时，在微信里可以直接付款" }),
    mch_id: privateSetting.text("商户号", "", { ...root, hint: "在微信支付商户平台的“账户中心”里" }),
    serial_no: privateSetting.text("商户 API 证书的序列号", "", { ...root, hint: "在商户平台的“API 安全”里，40 位" }),
    private_key: privateSetting.password("商户 API 证书的私钥（apiclient_key.pem）", "", { hint: pem }),
    api_v3_key: privateSetting.password("APIv3 密钥", "", { hint: "在商户平台上自己设置的 32 位" }),
    public_key_id: privateSetting.text("微信支付公钥 ID", "", { ...root, hint: "PUB_KEY_ID_ 开头，和公钥一起得到" }),
    public_key: privateSetting.textarea("微信支付公钥", "", { ...root, hint: "公钥和平台证书有一个就可以" }),
    platform_cert: privateSetting.textarea("微信支付平台证书", "", { ...root, hint: "保存其他几项后，可以用下面的“检查证书”取来" }),
  },
  alipay: {
    enable: privateSetting.flag("启用支付宝支付", false, { ...root, hint: shownWhen }),
    app_id: privateSetting.text("应用的 AppID", "", { ...root, hint: "在支付宝开放平台的应用详情里" }),
    seller_id: privateSetting.text("商户的 PID（2088 开头）", "", { ...root, hint: "可以不填；填了就核对通知里的收款人" }),
    private_key: privateSetting.password("应用私钥（PKCS8）", "", { hint: pem }),
    alipay_public_key: privateSetting.textarea("支付宝公钥", "", { ...root, hint: "不是应用公钥" }),
  },
  xunhupay: {
    enable: privateSetting.flag("启用第三方支付", false, { ...root, hint: shownWhen }),
    name: privateSetting.text("显示名称", "虎皮椒支付", { hint: "付款页上的名字" }),
    gateway_url: privateSetting.text("网关地址", "https://api.xunhupay.com/payment", clearing),
    app_id: privateSetting.text("AppID", "", { ...root, hint: "在平台的商户后台里" }),
    app_secret: privateSetting.password("AppSecret", "", { hint: "和 AppID 在同一处，保存后不再显示" }),
  },
} as const

export type PaymentGroup = keyof typeof paymentSettings

/** The groups in the order in which the settings screen displays them. */
export const paymentGroups: readonly { group: PaymentGroup; label: string }[] = [
  { group: "wechatpay", label: "微信支付" },
  { group: "alipay", label: "支付宝支付" },
  { group: "xunhupay", label: "第三方支付" },
]
