import { z } from "zod"
import { area, perMinute } from "../area"
import { flag, str, time } from "../schema"

/**
 * The key with which WeChat signs. `cert` is its platform certificate, or "" for a merchant that uses the public key instead; `public_key`
 * is true if that key is set.
 */
const WechatpayCert = z.object({ cert: str, serial_no: str, expires_at: time, public_key: flag })

export const payment = area({
  /** Requests the certificate from WeChat with the saved settings, which also verifies that they are correct. Nothing is saved. */
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
