import { randomBytes } from "node:crypto"
import { aliyunSms } from "./aliyun.sms"
import { baiduSms } from "./baidu.sms"
import { haomasSms } from "./haomas.sms"
import { huaweiSms } from "./huawei.sms"
import type { AnyAdapter } from "./adapter"
import { deliver } from "./delivery"
import type { SmsPort, SmsProvider } from "./sms.port"
import { tencentSms } from "./tencent.sms"

const adapters: Record<SmsProvider, AnyAdapter> = {
  smsAliyun: aliyunSms,
  smsTencent: tencentSms,
  smsBaidu: baiduSms,
  smsHuawei: huaweiSms,
  smsHaomas: haomasSms,
}

type Options = { now?: () => Date; nonce?: () => string; timeoutMs?: number }

/** Creates one port for the five providers. `timeoutMs` limits the whole send; the default is 10 s. */
export const createSms = (
  fetchImpl: typeof fetch = fetch,
  { now = () => new Date(), nonce = () => randomBytes(16).toString("hex"), timeoutMs = 10_000 }: Options = {},
): SmsPort => ({
  send: (provider, settings, message, signal) =>
    deliver(adapters[provider], settings, message, { fetchImpl, timeoutMs, signing: () => ({ now: now(), nonce: nonce() }) }, signal),
})
