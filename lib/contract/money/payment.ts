import { z } from "zod"
import { area, perMinute } from "../area"
import { flag, str, time } from "../schema"

/** What WeChat signs with: `cert` is its platform certificate, "" for a merchant that has the public key instead; `public_key`: that one is set. */
const WechatpayCert = z.object({ cert: str, serial_no: str, expires_at: time, public_key: flag })

export const payment = area({
  /** Asks WeChat with the saved settings, which shows at the same time whether they are right; nothing is saved. */
  "GET /wechatpay/cert": {
    title: "获取微信支付平台证书",
    access: "permission",
    permission: "ConfigAPI/GetWechatPayCert",
    limit: perMinute(10, "person"),
    transaction: false,
    input: z.object({}),
    output: WechatpayCert,
  },
})
