import { describe, expect, test } from "vitest"
import { isRobot } from "@/lib/rules/site/crawlers"
import { visitHash } from "./record.rules"

describe("robots", () => {
  test.each([
    "Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)",
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)",
    "Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)",
    "facebookexternalhit/1.1",
    "Mozilla/5.0 (compatible; YandexBot/3.0)",
    "Mozilla/5.0 (Windows NT 10.0) Chrome-Lighthouse",
  ])("%s is a robot", (agent) => expect(isRobot(agent)).toBe(true))

  test.each([
    "",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
    "Mozilla/5.0 (Linux; Android 11; CUBOT NOTE 20) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (Linux; Android 10; CUBOT_X30) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) MicroMessenger/8.0.50",
  ])("%s is a person", (agent) => expect(isRobot(agent)).toBe(false))
})

test("one visitor's query counts once an hour, in any letter case, width or spacing", () => {
  const query = { visitor: "a", hour: 500_000, type: 0, keywords: "Linux 入门" }
  const hash = (change: Partial<typeof query> = {}) => visitHash(new Uint8Array(32), { ...query, ...change })
  for (const keywords of ["linux 入门", "ＬＩＮＵＸ  入门 "]) expect(hash({ keywords })).toBe(hash())
  for (const change of [{ visitor: "b" }, { hour: 500_001 }, { type: -1 }, { keywords: "linux" }]) expect(hash(change)).not.toBe(hash())
})
