import { clearing, privateSetting, root, safety, type Setting } from "../setting"

/**
 * The settings that each SMS provider needs (docs/reference/api.md 2.12). Each settings group is named after its provider, and the admin
 * page renders its form from them. None of it is public; passwords are returned masked. Only user 1 changes them: they decide who receives
 * which code. No zod in this file.
 */
const { text, textarea, select, password } = privateSetting

/** One template per purpose, because the platforms review each wording separately. */
const templates = {
  template_register: text("注册短信模板", "", { ...root, hint: "审核通过的模板的编号" }),
  template_login: text("登录短信模板", "", { ...root, hint: "审核通过的模板的编号" }),
  template_find_password: text("找回密码短信模板", "", { ...root, hint: "审核通过的模板的编号" }),
}
/** For templates with named variables. */
const named = {
  code_param: text("验证码的变量名", "code", { ...root, hint: "和模板里的一致" }),
  minutes_param: text("有效分钟数的变量名", "", { ...root, hint: "模板里没有就留空" }),
}
/** For templates with numbered variables. */
const counted = (value: string) => ({
  template_params: text("模板变量", value, { ...root, hint: "按模板里的顺序，用逗号隔开，可用 {code} 和 {minutes}" }),
})

export const smsSettings = {
  smsAliyun: {
    access_key_id: text("AccessKey ID", "", { ...root, hint: "在平台的访问密钥里创建，只给它发短信的权限" }),
    access_key_secret: password("AccessKey Secret", "", { hint: "和上一项一起得到，保存后不再显示" }),
    sign_name: text("短信签名", "", { ...root, hint: "审核通过的签名，短信开头方括号里的字" }),
    ...templates,
    ...named,
    endpoint: text("接口地址", "https://dysmsapi.aliyuncs.com", clearing),
  },
  smsTencent: {
    secret_id: text("SecretId", "", { ...root, hint: "在平台的访问密钥里创建，只给它发短信的权限" }),
    secret_key: password("SecretKey", "", { hint: "和上一项一起得到，保存后不再显示" }),
    sdk_app_id: text("短信应用 SdkAppId", "", { ...root, hint: "在短信控制台的应用管理里" }),
    sign_name: text("短信签名", "", { ...root, hint: "审核通过的签名，短信开头方括号里的字" }),
    ...templates,
    ...counted("{code},{minutes}"),
    region: text("地域", "ap-guangzhou", { ...root, hint: "通常不用改" }),
    endpoint: text("接口地址", "https://sms.tencentcloudapi.com", clearing),
  },
  smsBaidu: {
    access_key_id: text("Access Key ID", "", { ...root, hint: "在平台的访问密钥里创建，只给它发短信的权限" }),
    secret_access_key: password("Secret Access Key", "", { hint: "和上一项一起得到，保存后不再显示" }),
    signature_id: text("短信签名 ID", "", { ...root, hint: "审核通过的签名的编号" }),
    ...templates,
    ...named,
    endpoint: text("接口地址", "https://smsv3.bj.baidubce.com", clearing),
  },
  smsHuawei: {
    app_key: text("APP_Key", "", { ...root, hint: "在短信应用的详情里" }),
    app_secret: password("APP_Secret", "", { hint: "和上一项一起得到，保存后不再显示" }),
    sender: text("签名通道号", "", { ...root, hint: "在签名管理里，国内短信必填" }),
    sign_name: text("签名名称", "", { ...root, hint: "模板是通用模板时才要填" }),
    ...templates,
    ...counted("{code}"),
    endpoint: text("接口地址", "https://smsapi.cn-north-4.myhuaweicloud.com", clearing),
  },
  smsHaomas: {
    url: text("请求地址", "", {
      hint: "可用 {mobile} {code} {minutes} {account} {password}。修改后密码会清除，要重新填写",
      guard: "destination",
    }),
    method: select("请求方式", "POST", { ...root, options: ["POST", "GET"], hint: "按平台的接口说明" }),
    content_type: select("内容类型", "application/json", {
      ...root,
      options: ["application/json", "application/x-www-form-urlencoded", "application/xml"],
      hint: "按平台的接口说明",
    }),
    body: textarea(
      "内容模板",
      '{"account":"{account}","password":"{password}","mobile":"{mobile}","content":"你的验证码是 {code}，{minutes} 分钟内有效。"}',
      {
        ...root,
        hint: "变量和请求地址一样；GET 不发送内容",
      },
    ),
    account: text("账号", "", { ...root, hint: "填进 {account}" }),
    password: password("密码", "", { hint: "填进 {password}，保存后不再显示" }),
    success: text("成功标志", "", {
      ...root,
      hint: "答复里须有的文字，或 JSON 里的值，例如 $.code=0",
      check: (mark) => (/^\/.+\/[a-z]*$/s.test(mark) ? "不能用正则表达式，请写答复里须有的文字，或 $.code=0 这样的 JSON 值" : null),
    }),
  },
} as const satisfies Record<string, Record<string, Setting<string>>>

export type SmsSettingGroups = typeof smsSettings

/** The choices of `sms.sms_provider`, in display order. */
export const smsProviders = {
  smsAliyun: { label: "阿里云", settings: smsSettings.smsAliyun },
  smsTencent: { label: "腾讯云", settings: smsSettings.smsTencent },
  smsBaidu: { label: "百度云", settings: smsSettings.smsBaidu },
  smsHuawei: { label: "华为云", settings: smsSettings.smsHuawei },
  smsHaomas: { label: "浩信", settings: smsSettings.smsHaomas },
} as const satisfies Record<keyof SmsSettingGroups, { label: string; settings: Record<string, Setting<string>> }>

/** The choice of the provider. */
export const smsServiceSettings = {
  sms_provider: privateSetting.select("短信服务商", "", {
    options: [":不启用", ...Object.entries(smsProviders).map(([name, { label }]) => `${name}:${label}`)],
    ...root,
    hint: "选好后在下面填写它的密钥和模板；不启用时不能用手机号注册和登录",
  }),
  daily_budget: privateSetting.number("全站每天最多发送条数", 1000, {
    min: 1,
    max: 1_000_000,
    ...safety("用到八成和用完时发邮件提醒站长，用完后当天不再发送"),
  }),
  refused_prefixes: privateSetting.text("不发送的号段", "", {
    ...safety("号码的开头几位，用空格或逗号隔开，例如 165 167 170 171 是容易被批量使用的虚拟号段；只向大陆手机号发送"),
    check: (text) => (/^[\d\s,，、]*$/.test(text.normalize("NFKC")) ? null : "只能填数字，用空格或逗号隔开"),
  }),
}
