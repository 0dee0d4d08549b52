import { smsSettings } from "../../../../lib/contract/people/sms.providers"
import type { SmsProvider, SmsSettings } from "../sms.port"
import { account } from "./provider.stand-in"

const templates = { template_register: "T-register", template_login: "T-login", template_find_password: "T-find" }

const providerSettings: Record<SmsProvider, SmsSettings> = {
  smsAliyun: { access_key_id: account.id, access_key_secret: account.secret, sign_name: "豆架", ...templates },
  smsTencent: { secret_id: account.id, secret_key: account.secret, sdk_app_id: "1400006666", sign_name: "豆架", ...templates },
  smsBaidu: { access_key_id: account.id, secret_access_key: account.secret, signature_id: "sms-sign-1", ...templates },
  smsHuawei: { app_key: account.id, app_secret: account.secret, sender: "8820122523199", sign_name: "豆架", ...templates },
  smsHaomas: { account: account.id, password: account.secret, success: "$.code=0" },
}

/** Returns the group's defaults with an account and the address of a mock server. */
export const settingsAt = (provider: SmsProvider, address: string): SmsSettings => ({
  ...Object.fromEntries(Object.entries(smsSettings[provider]).map(([name, setting]) => [name, setting.default])),
  ...providerSettings[provider],
  [provider === "smsHaomas" ? "url" : "endpoint"]: address,
})
