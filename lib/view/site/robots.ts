import { aiCrawlers } from "@/lib/rules/site/crawlers"

/**
 * Paths that search engines must not crawl: private pages, staff pages, and APIs. `$` marks the end of a path, so that `/me` does not match
 * `/media`; crawlers without support for it read it literally.
 */
const keptOut = [
  "/admin",
  "/api/",
  "/download/",
  "/embed/",
  "/findpassword",
  "/login",
  "/me$",
  "/me/",
  "/oauth",
  "/opds/",
  "/order",
  "/post",
  "/register",
  "/upload$",
]

type Rules = { hide_from_search: boolean; robots_rules: string; crawl_delay: number; refuse_ai_crawlers: boolean }

/** Splits custom rules into lines for the group of all crawlers, and lines that start their own groups. */
const ownRules = (text: string): { all: string[]; groups: string[] } => {
  const lines = text.split(/\r?\n/).map((line) => line.trim())
  const at = lines.findIndex((line) => /^user-agent\s*:/i.test(line))
  const cut = at < 0 ? lines.length : at
  return { all: lines.slice(0, cut).filter(Boolean), groups: lines.slice(cut) }
}

/** Returns `/robots.txt`; `origin` is "" if the site's domain is not set. */
export const robotsText = ({ hide_from_search, robots_rules, crawl_delay, refuse_ai_crawlers }: Rules, origin: string): string => {
  if (hide_from_search) return "User-agent: *\nDisallow: /\n"
  const { all, groups } = ownRules(robots_rules)
  const lines = [
    "User-agent: *",
    ...keptOut.map((path) => `Disallow: ${path}`),
    ...all,
    ...(crawl_delay > 0 ? [`Crawl-delay: ${crawl_delay}`] : []),
    "",
    ...(refuse_ai_crawlers ? [...aiCrawlers.map((name) => `User-agent: ${name}`), "Disallow: /", ""] : []),
    ...(groups.length > 0 ? [...groups, ""] : []),
    ...(origin ? [`Sitemap: ${origin}/sitemap.xml`] : []),
  ]
  return `${lines.join("\n").trimEnd()}\n`
}
