import { describe, expect, test } from "vitest"
import { payDeviceOf, wechatPayerUrl } from "./pay-device"

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
const android = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36"
const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"
const ipad = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15"

describe("the payment environment", () => {
  test.each([
    ["a phone", iphone, true, "phone"],
    ["a phone with a mouse", android, false, "phone"],
    ["a tablet that calls itself a computer", ipad, true, "phone"],
    ["a computer, however narrow its window", windows, false, "computer"],
    ["WeChat on a phone", `${iphone} MicroMessenger/8.0.50(0x18003237) NetType/WIFI Language/zh_CN`, true, "wechat"],
    ["WeChat on a computer", `${windows} MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat`, false, "wechat"],
  ])("%s", (_, userAgent, touchOnly, payPlace) => expect(payDeviceOf({ userAgent, touchOnly })).toBe(payPlace))
})

test("WeChat is queried silently, and returns to the order", () => {
  const url = wechatPayerUrl("wx1", "https://doujia.example.com/order?order_no=1", "s t")
  expect(url).toBe(
    "https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&redirect_uri=https%3A%2F%2Fdoujia.example.com%2Forder%3Forder_no%3D1&response_type=code&scope=snsapi_base&state=s+t#wechat_redirect",
  )
})
