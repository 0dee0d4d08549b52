/**
 * Crawlers that collect texts for language models, or fetch pages for their answers, as they name themselves in robots.txt and in their user
 * agent. Google-Extended and Applebot-Extended exist in robots.txt only.
 */
export const aiCrawlers: readonly string[] = [
  "AI2Bot",
  "Amazonbot",
  "anthropic-ai",
  "Applebot-Extended",
  "Bytespider",
  "CCBot",
  "ChatGPT-User",
  "Claude-SearchBot",
  "Claude-User",
  "Claude-Web",
  "ClaudeBot",
  "cohere-ai",
  "cohere-training-data-crawler",
  "Diffbot",
  "DuckAssistBot",
  "FacebookBot",
  "Google-CloudVertexBot",
  "Google-Extended",
  "GPTBot",
  "ImagesiftBot",
  "Kangaroo Bot",
  "Meta-ExternalAgent",
  "Meta-ExternalFetcher",
  "MistralAI-User",
  "OAI-SearchBot",
  "omgili",
  "omgilibot",
  "PanguBot",
  "Perplexity-User",
  "PerplexityBot",
  "Sidetrade indexer bot",
  "SemrushBot-OCOB",
  "Timpibot",
  "VelenPublicWebCrawler",
  "Webzio-Extended",
  "YouBot",
]

const ai = new RegExp(`(^|[^a-z])(${aiCrawlers.join("|")})([^a-z]|$)`, "i")
/** CUBOT makes phones, and says so in the user agent. */
const robot = /(?<!cu)bot(?:\b|_)|spider|crawl|slurp|archiver|externalhit|inspectiontool|googleother|mediapartners|lighthouse|bingpreview/i
/** The name before the version, or the whole first word of a crawler that has none. */
const named = /([a-z][\w.-]*(?:bot|spider|crawler|slurp|archiver|externalhit|inspectiontool|googleother|mediapartners|bingpreview)[\w-]*)/i

/** Checks whether a user agent says that it is a crawler or a preview, not a person's browser or program. */
export const isRobot = (userAgent: string): boolean => robot.test(userAgent) || ai.test(userAgent)

export const isAiCrawler = (userAgent: string): boolean => ai.test(userAgent)

/** Returns the crawler's name, which distinguishes it, in lower case: "other crawler" for one without a name; null for no crawler. */
export const crawlerOf = (userAgent: string): string | null => {
  if (!isRobot(userAgent)) return null
  return (ai.exec(userAgent)?.[2] ?? named.exec(userAgent)?.[1] ?? "other crawler").toLowerCase().slice(0, 40)
}
