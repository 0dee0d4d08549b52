// Defines attacks and carries them out.

/** @typedef {import("./site.mjs").Site} Site */
/**
 * Reports for one attempt whether the attacker succeeded and, if so, with what.
 * @typedef {(what: string, succeeded: boolean) => void} Attempt
 */
/**
 * `title` ends with what the attack proves (docs/ADDING.md, "Saying what a test proves"). `long`: omitted from the short run.
 * `ownSite`: runs only on a site that the attack has started itself, because it exhausts limits or changes settings.
 * @typedef {{ area: Area, title: string, long?: true, ownSite?: true, run: (site: Site, attempt: Attempt) => Promise<void> }} Attack
 */
/** @typedef {"auth" | "rank" | "limits" | "parsing" | "uploads" | "headers" | "remote"} Area */
/** @typedef {{ area: Area, title: string, attempts: number, successes: string[], seconds: number, broken?: string }} Result */

/** The areas in the order of the report. @type {Record<Area, string>} */
export const areas = {
  auth: "登录与会话",
  rank: "越权",
  limits: "次数与数量",
  parsing: "解析与注入",
  uploads: "文件",
  headers: "响应头与地址",
  remote: "连接别的服务器",
}

/** Returns the title without what the attack proves. @param {Attack} attack */
export const nameOf = ({ title }) => title.replace(/ \[security: .*\]$/, "")

/** Carries out one attack. An attack that cannot be carried out counts as broken, never as repelled. @param {Site} site @param {Attack} attack @returns {Promise<Result>} */
export const carryOut = async (site, attack) => {
  const begun = performance.now()
  let attempts = 0
  /** @type {string[]} */
  const successes = []
  /** @type {Attempt} */
  const attempt = (what, succeeded) => {
    attempts++
    if (succeeded) successes.push(what)
  }
  /** @type {string | undefined} */
  let broken
  try {
    await attack.run(site, attempt)
    if (attempts === 0) broken = "一次也没有尝试"
  } catch (error) {
    broken = error instanceof Error ? error.message : String(error)
  }
  const seconds = (performance.now() - begun) / 1000
  return { area: attack.area, title: nameOf(attack), attempts, successes, seconds, ...(broken && { broken }) }
}
