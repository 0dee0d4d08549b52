const rule = /^(#.*|(user-agent|sitemap|clean-param|crawl-delay|request-rate|visit-time|host|noindex)\s*:.*|(dis)?allow\s*:\s*([/*].*)?)?$/i

/** Returns what is wrong with the robots.txt rules, as a sentence, or null if crawlers can parse them. */
export const refusedRobotsRules = (text: string): string | null => {
  const at = text.split(/\r?\n/).findIndex((line) => !rule.test(line.trim()))
  return at < 0 ? null : `第 ${at + 1} 行不是 robots.txt 的规则，例如 Disallow: /private/`
}
