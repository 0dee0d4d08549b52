import { Agent } from "node:http"
import { connect } from "node:net"
import { sms as tencent } from "tencentcloud-sdk-nodejs-sms"
import { expect, test } from "vitest"
import { signAcs3 } from "../cloud-signing"
import { signBce } from "./baidu.sms"
import { createSms } from "./create-sms"
import { wsse } from "./huawei.sms"
import { settingsAt } from "./testing/provider-settings"
import { account, standIns } from "./testing/provider.stand-in"
import { standInServer } from "./testing/stand-in-server"

const empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

test("ACS3-HMAC-SHA256: the example of 阿里云 SDK《V3版本请求体&签名机制》, fixed parameters", () => {
  const authorization = signAcs3({
    id: "YourAccessKeyId",
    secret: "YourAccessKeySecret",
    method: "POST",
    path: "/",
    query: { RegionId: "cn-shanghai", ImageId: "win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd" },
    headers: {
      host: "ecs.cn-shanghai.aliyuncs.com",
      "x-acs-action": "RunInstances",
      "x-acs-version": "2014-05-26",
      "x-acs-date": "2023-10-26T10:22:32Z",
      "x-acs-signature-nonce": "3156853299f313e23d1673dc12e1703d",
      "x-acs-content-sha256": empty,
    },
    body: "",
  })
  expect(authorization).toBe(
    "ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0",
  )
})

/** The request is from Baidu's own sample program in 《鉴权认证机制》; the result is what other implementations record for it. */
test("bce-auth-v1: the sample request of 百度智能云《鉴权认证机制》", () => {
  const authorization = signBce({
    id: "0b0f67dfb88244b289b72b142befad0c",
    secret: "bad522c2126a4618a8125f4b6cf6356f",
    method: "PUT",
    path: "/v1/test/myfolder/readme.txt",
    query: { partNumber: "9", uploadId: "VXBsb2FkIElpZS5tMnRzIHVwbG9hZA" },
    headers: {
      host: "bj.bcebos.com",
      "content-type": "text/plain",
      "content-length": "8",
      "content-md5": "0a52730597fb4ffa01fc117d9e71e3a9",
      "x-bce-date": "2015-04-27T08:23:49Z",
    },
    now: new Date("2015-04-27T08:23:49Z"),
  })
  expect(authorization).toBe(
    "bce-auth-v1/0b0f67dfb88244b289b72b142befad0c/2015-04-27T08:23:49Z/1800/content-length;content-md5;content-type;host;x-bce-date/a19e6386e990691aca1114a20357c83713f1cb4be3d74942bb4ed37469ecdacf",
  )
})

/**
 * 华为云 publishes no example with a known secret. This digest was computed with `openssl dgst -sha256 -binary | base64` from the documented
 * formula.
 */
test("X-WSSE: Base64(SHA256(Nonce + Created + app_secret))", () => {
  expect(wsse("a1***3a", "example-app-secret", "66C92B11FF8A425FB8D4CCFE0ED9ED1F", new Date("2018-02-12T15:30:20.987Z"))).toBe(
    'UsernameToken Username="a1***3a",PasswordDigest="MOALP58lp7xmv81VDvkC348H1a2ePYMQzvuTR70W+h8=",Nonce="66C92B11FF8A425FB8D4CCFE0ED9ED1F",Created="2018-02-12T15:30:20Z"',
  )
})

test("TC3-HMAC-SHA256: the same message, second and account as in Tencent's own SDK yields the same header, byte for byte", async () => {
  const server = await standInServer(standIns.smsTencent)
  // The SDK signs the host name, so its connections are redirected to the mock server and the address is left unchanged.
  const port = Number(new URL(server.address).port)
  class ToStandIn extends Agent {
    override createConnection() {
      return connect(port, "127.0.0.1")
    }
  }
  const client = new tencent.v20210111.Client({
    credential: { secretId: account.id, secretKey: account.secret },
    region: "ap-guangzhou",
    profile: { httpProfile: { protocol: "http://", endpoint: "sms.tencentcloudapi.com", agent: new ToStandIn() } },
  })
  await client.SendSms({
    PhoneNumberSet: ["+8613800138000"],
    SmsSdkAppId: "1400006666",
    SignName: "豆架",
    TemplateId: "T-register",
    TemplateParamSet: ["369751", "5"],
  })
  const theirs = server.raws[0]!
  const now = new Date(Number(theirs.headers["x-tc-timestamp"]) * 1000)

  const requests: { url: string; init: RequestInit }[] = []
  const keep: typeof fetch = async (url, init) => {
    requests.push({ url: String(url), init: init! })
    return new Response(standIns.smsTencent.accepted({ mobile: "", code: "", template: "" }).body)
  }
  await createSms(keep, { now: () => now }).send("smsTencent", settingsAt("smsTencent", "http://sms.tencentcloudapi.com"), {
    mobile: "13800138000",
    code: "369751",
    minutes: 5,
    type: 0,
  })
  const ours = new Headers(requests[0]!.init.headers)
  expect(requests[0]!.init.body).toBe(theirs.body)
  expect(ours.get("authorization")).toBe(theirs.headers.authorization)
  for (const name of ["content-type", "x-tc-action", "x-tc-version", "x-tc-timestamp", "x-tc-region"])
    expect(ours.get(name)).toBe(theirs.headers[name])
  expect(server.taken).toHaveLength(1)
  await server.close()
})
