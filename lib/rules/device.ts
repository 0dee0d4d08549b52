const browsers: [RegExp, string][] = [
  [/MicroMessenger/i, "微信"],
  [/\bQQ\//i, "QQ"],
  [/AlipayClient/i, "支付宝"],
  [/DingTalk/i, "钉钉"],
  [/Edg(e|A|iOS)?\//, "Edge"],
  [/OPR\/|Opera/, "Opera"],
  [/HuaweiBrowser/i, "华为浏览器"],
  [/MiuiBrowser/i, "小米浏览器"],
  [/UCBrowser/i, "UC 浏览器"],
  [/QQBrowser/i, "QQ 浏览器"],
  [/SamsungBrowser/i, "三星浏览器"],
  [/Firefox\/|FxiOS/, "Firefox"],
  [/Chrome\/|CriOS|Chromium/, "Chrome"],
  [/Safari\//, "Safari"],
  [/curl|wget|python|node|axios|okhttp|Go-http/i, "程序"],
]

const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/i, "鸿蒙"],
  [/iPhone|iPod/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/i, "Android"],
  [/Windows/i, "Windows"],
  [/Macintosh|Mac OS X/, "macOS"],
  [/CrOS/, "ChromeOS"],
  [/Linux|X11/i, "Linux"],
]

export type Device = { name: string; phone: boolean }

/** Checks for WeChat's own browser. It opens neither Alipay pages nor WeChat Pay pages for phones, and pays through its own bridge. */
export const isInWechat = (userAgent: string): boolean => /MicroMessenger/i.test(userAgent)
export const isIos = (userAgent: string): boolean => /iPhone|iPad|iPod/i.test(userAgent)

const find = (list: [RegExp, string][], agent: string): string => list.find(([pattern]) => pattern.test(agent))?.[1] ?? ""

/** Returns a readable name of a user agent: "Chrome · Windows", or 未知设备. */
export const deviceOf = (userAgent: string): Device => ({
  name: [find(browsers, userAgent), find(systems, userAgent)].filter(Boolean).join(" · ") || "未知设备",
  phone: /Mobile|iPhone|iPod|Android|HarmonyOS/i.test(userAgent) && !/iPad|Tablet/i.test(userAgent),
})
