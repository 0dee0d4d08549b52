import { acs3Request } from "../cloud-signing"
import { jsonFields } from "../web/bounded-text"
import { addressOf, namedParams, templateOf, messageOf, type SmsAdapter } from "./adapter"

/** 阿里云短信服务 SendSms, version 2017-05-25: parameters in the query, empty body. */
export const aliyunSms: SmsAdapter<"smsAliyun"> = {
  fields: {
    access_key_id: "AccessKey ID",
    access_key_secret: "AccessKey Secret",
    sign_name: "短信签名",
    template_register: null,
    template_login: null,
    template_find_password: null,
    code_param: "验证码的变量名",
    minutes_param: null,
    endpoint: "接口地址",
  },
  secrets: ["access_key_secret"],
  request: (settings, message, { now, nonce }) =>
    acs3Request({
      endpoint: addressOf(settings.endpoint).origin,
      action: "SendSms",
      version: "2017-05-25",
      id: settings.access_key_id,
      secret: settings.access_key_secret,
      query: {
        PhoneNumbers: message.mobile,
        SignName: settings.sign_name,
        TemplateCode: templateOf(settings, message.type),
        TemplateParam: JSON.stringify(namedParams(settings, message)),
      },
      now,
      nonce,
    }),
  refusal: (answer) => {
    const { Code, Message } = jsonFields(answer.text)
    return answer.status === 200 && Code === "OK" ? null : messageOf(answer, Code, Message)
  },
}
