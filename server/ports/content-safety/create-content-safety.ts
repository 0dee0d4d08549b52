import type { SafetyProvider } from "../../../lib/contract/community/content-safety.enums"
import { aliyunSafety } from "./aliyun.content-safety"
import type { ContentSafetyPort } from "./content-safety.port"
import type { SafetyOptions } from "./safety-request"
import { tencentSafety } from "./tencent.content-safety"

/** Creates one port for both services; the account names its own. */
export const createContentSafety = (options: SafetyOptions): ContentSafetyPort => {
  const services: Record<SafetyProvider, ContentSafetyPort> = { aliyun: aliyunSafety(options), tencent: tencentSafety(options) }
  return {
    checkText: (account, ...rest) => services[account.provider].checkText(account, ...rest),
    checkPicture: (account, ...rest) => services[account.provider].checkPicture(account, ...rest),
  }
}
