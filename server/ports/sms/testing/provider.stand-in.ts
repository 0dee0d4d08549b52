import { createHash, createHmac } from "node:crypto"
import type { RawSmsRequest, MockSmsProvider } from "./stand-in-server"

/**
 * Mock servers for the five providers, which check requests as the real ones do. Every signature is recomputed here from the raw request
 * and the account's secret, without any code of the signers.
 */
export const account = { id: "AKIDEXAMPLE0123456789", secret: 'S3cret/key+with=signs&"quotes"' }

const hash = (value: string) => createHash("sha256").update(value, "utf8").digest("hex")
const mac = (key: string | Buffer, value: string) => createHmac("sha256", key).update(value, "utf8").digest()
const demand = (holds: boolean, message: string) => {
  if (!holds) throw new Error(message)
}
const header = (raw: RawSmsRequest, name: string): string => {
  const value = raw.headers[name]
  if (typeof value !== "string") throw new Error(`header ${name} is missing`)
  return value
}
const recent = (time: number) => demand(Math.abs(Date.now() - time) < 300_000, "the time is too far off")
const rfc3986 = (value: string) =>
  Array.from(Buffer.from(value, "utf8"), (byte) =>
    /[\w.~-]/.test(String.fromCharCode(byte)) && byte < 128
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`,
  ).join("")

const aliyun: MockSmsProvider = {
  take: (raw) => {
    const parts = /^ACS3-HMAC-SHA256 Credential=([^,]+),SignedHeaders=([^,]+),Signature=([0-9a-f]{64})$/.exec(header(raw, "authorization"))
    if (!parts) throw new Error("the Authorization header has another form")
    const [, id, names, signature] = parts as unknown as [string, string, string, string]
    demand(id === account.id, "InvalidAccessKeyId.NotFound")
    for (const name of ["host", "x-acs-action", "x-acs-content-sha256", "x-acs-date", "x-acs-signature-nonce", "x-acs-version"])
      demand(names.split(";").includes(name), `${name} is not signed`)
    demand(header(raw, "x-acs-content-sha256") === hash(raw.body), "the body's hash is another")
    recent(Date.parse(header(raw, "x-acs-date")))
    const [path, search = ""] = raw.path.split("?")
    const query = search.split("&").sort().join("&")
    const lines = names
      .split(";")
      .map((name) => `${name}:${header(raw, name)}\n`)
      .join("")
    const text = `ACS3-HMAC-SHA256\n${hash(`${raw.method}\n${path}\n${query}\n${lines}\n${names}\n${hash(raw.body)}`)}`
    demand(mac(account.secret, text).toString("hex") === signature, "SignatureDoesNotMatch")
    demand(header(raw, "x-acs-action") === "SendSms" && header(raw, "x-acs-version") === "2017-05-25", "InvalidAction.NotFound")
    const params = new URLSearchParams(search)
    demand(params.get("SignName") === "豆架", "isv.SMS_SIGNATURE_ILLEGAL")
    const variables = JSON.parse(params.get("TemplateParam") ?? "{}") as Record<string, string>
    return { mobile: params.get("PhoneNumbers") ?? "", code: variables.code ?? "", template: params.get("TemplateCode") ?? "" }
  },
  accepted: () => ({ body: JSON.stringify({ Code: "OK", Message: "OK", BizId: "900619746936498440^0", RequestId: "F655A8D5" }) }),
  refused: (message) => ({
    status: 400,
    body: JSON.stringify({ Code: "isv.BUSINESS_LIMIT_CONTROL", Message: message, RequestId: "F655A8D5" }),
  }),
}

const tencent: MockSmsProvider = {
  take: (raw) => {
    const parts =
      /^TC3-HMAC-SHA256 Credential=([^/]+)\/(\d{4}-\d\d-\d\d)\/(\w+)\/tc3_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        header(raw, "authorization"),
      )
    if (!parts) throw new Error("the Authorization header has another form")
    const [, id, day, product, names, signature] = parts as unknown as [string, string, string, string, string, string]
    demand(id === account.id && product === "sms", "AuthFailure.SecretIdNotFound")
    const seconds = header(raw, "x-tc-timestamp")
    recent(Number(seconds) * 1000)
    demand(new Date(Number(seconds) * 1000).toISOString().startsWith(day), "AuthFailure.SignatureExpire")
    const lines = names
      .split(";")
      .map((name) => `${name}:${header(raw, name).toLowerCase()}\n`)
      .join("")
    const request = `${raw.method}\n/\n\n${lines}\n${names}\n${hash(raw.body)}`
    const key = mac(mac(mac(`TC3${account.secret}`, day), product), "tc3_request")
    demand(
      mac(key, `TC3-HMAC-SHA256\n${seconds}\n${day}/${product}/tc3_request\n${hash(request)}`).toString("hex") === signature,
      "AuthFailure.SignatureFailure",
    )
    demand(
      header(raw, "x-tc-action") === "SendSms" && header(raw, "x-tc-version") === "2021-01-11" && header(raw, "x-tc-region") !== "",
      "InvalidAction",
    )
    const body = JSON.parse(raw.body) as {
      PhoneNumberSet: string[]
      SmsSdkAppId: string
      SignName: string
      TemplateId: string
      TemplateParamSet: string[]
    }
    demand(body.SmsSdkAppId === "1400006666" && body.SignName === "豆架", "FailedOperation.SignatureIncorrectOrUnapproved")
    demand(
      body.TemplateParamSet.length === 2 && body.TemplateParamSet[1] === "5",
      "FailedOperation.TemplateParamSetNotMatchApprovedTemplate",
    )
    demand(body.PhoneNumberSet[0]!.startsWith("+86"), "InvalidParameterValue.IncorrectPhoneNumber")
    return { mobile: body.PhoneNumberSet[0]!.slice(3), code: body.TemplateParamSet[0]!, template: body.TemplateId }
  },
  accepted: ({ mobile }) => ({
    body: JSON.stringify({
      Response: {
        SendStatusSet: [
          {
            SerialNo: "5000:1045710669157053657849499619",
            PhoneNumber: `+86${mobile}`,
            Fee: 1,
            SessionContext: "",
            Code: "Ok",
            Message: "send success",
            IsoCode: "CN",
          },
        ],
        RequestId: "a0aabda6",
      },
    }),
  }),
  refused: (message) => ({
    body: JSON.stringify({ Response: { Error: { Code: "FailedOperation", Message: message }, RequestId: "a0aabda6" } }),
  }),
}

const baidu: MockSmsProvider = {
  take: (raw) => {
    const [version, id, time, seconds, names, signature] = header(raw, "authorization").split("/") as [
      string,
      string,
      string,
      string,
      string,
      string,
    ]
    demand(version === "bce-auth-v1" && id === account.id, "InvalidAccessKeyId")
    recent(Date.parse(time))
    demand(names.split(";").includes("host") && header(raw, "x-bce-date") === time, "IllegalRequest")
    const lines = names
      .split(";")
      .map((name) => `${rfc3986(name)}:${rfc3986(header(raw, name))}`)
      .sort()
      .join("\n")
    const key = mac(account.secret, [version, id, time, seconds].join("/")).toString("hex")
    demand(mac(key, `${raw.method}\n${raw.path}\n\n${lines}`).toString("hex") === signature, "SignatureDoesNotMatch")
    demand(raw.method === "POST" && raw.path === "/api/v3/sendSms", "no such interface")
    const body = JSON.parse(raw.body) as { mobile: string; template: string; signatureId: string; contentVar: Record<string, string> }
    demand(body.signatureId === "sms-sign-1", "无效签名")
    return { mobile: body.mobile, code: body.contentVar.code ?? "", template: body.template }
  },
  accepted: ({ mobile }) => ({
    body: JSON.stringify({
      requestId: "26e8a3e0",
      code: "1000",
      message: "成功",
      data: [{ code: "1000", message: "成功", mobile, messageId: "e325ea68" }],
    }),
  }),
  refused: (message) => ({ body: JSON.stringify({ requestId: "26e8a3e0", code: "1012", message: message, data: [] }) }),
}

const huawei: MockSmsProvider = {
  take: (raw) => {
    demand(header(raw, "authorization") === 'WSSE realm="SDP",profile="UsernameToken",type="Appkey"', "E000001")
    const parts = /^UsernameToken Username="([^"]+)",PasswordDigest="([^"]+)",Nonce="([0-9A-Za-z]{1,128})",Created="([^"]+Z)"$/.exec(
      header(raw, "x-wsse"),
    )
    if (!parts) throw new Error("E000020")
    const [, id, digest, nonce, created] = parts as unknown as [string, string, string, string, string]
    demand(id === account.id, "E000102")
    recent(Date.parse(created))
    demand(Buffer.from(digest, "base64").toString("hex") === hash(nonce + created + account.secret), "E000101")
    demand(
      raw.method === "POST" && raw.path === "/sms/batchSendSms/v1" && header(raw, "content-type") === "application/x-www-form-urlencoded",
      "E000503",
    )
    const form = new URLSearchParams(raw.body)
    demand(form.get("from") === "8820122523199" && form.get("signature") === "豆架", "E200018")
    demand(form.get("to")!.startsWith("+86"), "E000503")
    return {
      mobile: form.get("to")!.slice(3),
      code: (JSON.parse(form.get("templateParas")!) as string[])[0]!,
      template: form.get("templateId")!,
    }
  },
  accepted: ({ mobile }) => ({
    body: JSON.stringify({
      result: [
        {
          total: 1,
          originTo: `+86${mobile}`,
          createTime: "2018-05-25T16:34:34Z",
          from: "1069",
          smsMsgId: "d6e3cdd0",
          countryId: "CN",
          status: "000000",
        },
      ],
      code: "000000",
      description: "Success",
    }),
  }),
  refused: (message) => ({ status: 400, body: JSON.stringify({ code: "E000510", description: message, result: [{ status: "E200028" }] }) }),
}

const haomas: MockSmsProvider = {
  take: (raw) => {
    const body = JSON.parse(raw.body) as { account: string; password: string; mobile: string; content: string }
    demand(body.account === account.id && body.password === account.secret, "账号或密码错误")
    return { mobile: body.mobile, code: /验证码是 (\d+)/.exec(body.content)?.[1] ?? "", template: "" }
  },
  accepted: () => ({ body: JSON.stringify({ code: 0, msg: "成功", id: "1" }) }),
  refused: (message) => ({ body: JSON.stringify({ code: 9, msg: message }) }),
}

export const standIns = { smsAliyun: aliyun, smsTencent: tencent, smsBaidu: baidu, smsHuawei: huawei, smsHaomas: haomas }
