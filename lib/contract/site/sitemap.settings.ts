import { privateSetting, publicSetting } from "../setting"
import { refusedRobotsRules } from "./sitemap.robots"

export const sitemapSettings = {
  hide_from_search: publicSetting.flag("不让搜索引擎收录", false, {
    hint: "robots.txt 请所有搜索引擎离开；已经收录的网页过些时候才会消失",
  }),
  robots_rules: publicSetting.textarea("robots.txt 的其他规则", "", {
    hint: "一行一条，例如 Disallow: /article/internal；写在 User-agent 之前的对所有搜索引擎有效。管理后台、个人中心等页面本来就不让抓取",
    check: refusedRobotsRules,
  }),
  refuse_ai_crawlers: publicSetting.flag("不让 AI 爬虫抓取", false, {
    hint: "robots.txt 请 GPTBot、ClaudeBot、Bytespider 等为大模型收集内容的爬虫离开；仍来的一律拒绝。搜索引擎不受影响",
  }),
  crawler_pages_per_minute: privateSetting.number("每个爬虫每分钟最多生成几页", 120, {
    min: 0,
    max: 60_000,
    hint: "已有缓存的网页不算，照常给；网站忙的时候自动减少；0 为不限",
  }),
  crawl_delay: publicSetting.number("抓取间隔（秒）", 0, { min: 0, max: 3_600, hint: "写进 robots.txt 的 Crawl-delay；0 为不限" }),
}
