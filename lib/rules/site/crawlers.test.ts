import { describe, expect, test } from "vitest"
import { aiCrawlers, crawlerOf, isAiCrawler, isRobot } from "./crawlers"

const chrome = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"

describe("crawlers name themselves in the user agent", () => {
  test.each([
    ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)", "gptbot"],
    ["Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)", "claudebot"],
    ["Mozilla/5.0 (Linux; Android 5.0) AppleWebKit/537.36 (compatible; Bytespider; spider-feedback@bytedance.com)", "bytespider"],
    ["CCBot/2.0 (https://commoncrawl.org/faq/)", "ccbot"],
    ["meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)", "meta-externalagent"],
  ])("%s collects for language models", (agent, name) => {
    expect([isAiCrawler(agent), isRobot(agent), crawlerOf(agent)]).toEqual([true, true, name])
  })

  test.each([
    ["Mozilla/5.0 (compatible; Baiduspider/2.0; +http://www.baidu.com/search/spider.html)", "baiduspider"],
    ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "googlebot"],
    ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "bingbot"],
    ["Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)", "other crawler"],
    ["facebookexternalhit/1.1", "facebookexternalhit"],
  ])("%s is a search engine or a preview", (agent, name) => {
    expect([isAiCrawler(agent), isRobot(agent), crawlerOf(agent)]).toEqual([false, true, name])
  })

  test.each([chrome, "", "curl/8.5.0", "Mozilla/5.0 (Linux; Android 10; CUBOT X30) Chrome/126.0"])("%j is no crawler", (agent) => {
    expect([isAiCrawler(agent), isRobot(agent), crawlerOf(agent)]).toEqual([false, false, null])
  })

  test("each name of the list is recognised", () => {
    for (const name of aiCrawlers) expect(isAiCrawler(`Mozilla/5.0 (compatible; ${name}/1.0)`), name).toBe(true)
  })
})
