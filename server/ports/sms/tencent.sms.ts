import { tc3Request } from "../cloud-signing"
import { jsonFields } from "../web/bounded-text"
import { addressOf, countedParams, international, templateOf, messageOf, type SmsAdapter } from "./adapter"

type Reply = { Error?: { Code?: string; Message?: string }; SendStatusSet?: { Code?: string; Message?: string }[] }

/** 腾讯云短信 SendSms, version 2021-01-11. */
export const tencentSms: SmsAdapter<"smsTencent"> = {
  fields: {
    secret_id: "SecretId",
    secret_key: "SecretKey",
    sdk_app_id: "短信应用 SdkAppId",
    sign_name: "短信签名",
    template_register: null,
    template_login: null,
    template_find_password: null,
    template_params: null,
    region: "地域",
    endpoint: "接口地址",
  },
  secrets: ["secret_key"],
  request: (settings, message, { now }) =>
    tc3Request({
      endpoint: addressOf(settings.endpoint).origin,
      product: "sms",
      action: "SendSms",
      version: "2021-01-11",
      region: settings.region,
      id: settings.secret_id,
      key: settings.secret_key,
      payload: {
        PhoneNumberSet: [international(message.mobile)],
        SmsSdkAppId: settings.sdk_app_id,
        SignName: settings.sign_name,
        TemplateId: templateOf(settings, message.type),
        TemplateParamSet: countedParams(settings.template_params, message),
      },
      now,
    }),
  refusal: (answer) => {
    const reply = (jsonFields(answer.text).Response ?? {}) as Reply
    const sent = reply.SendStatusSet?.[0]
    return answer.status === 200 && !reply.Error && sent?.Code === "Ok"
      ? null
      : messageOf(answer, (reply.Error ?? sent)?.Code, (reply.Error ?? sent)?.Message)
  },
}
