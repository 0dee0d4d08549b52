import { table } from "../../tools/bench/table.mjs"

/** @typedef {"正常" | "没有此功能" | "没有动" | "坏了" | "改多了"} Outcome */

/** Fields that a server changes by itself. */
const volatile = new Set(["updated_at", "view_count", "login_at", "last_login_ip", "operators"])

/** What is compared of a value: of the user in a row, whose counters change with other rows, only which one it is. @param {string} name @param {unknown} value */
const compared = (name, value) =>
  JSON.stringify(name === "user" && typeof value === "object" && value !== null && "id" in value ? value.id : value)

/** Returns the fields in which two rows differ, except those that the server changes by itself. */
export const changedFields = (before = {}, after = {}) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !volatile.has(name) && compared(name, before[name]) !== compared(name, after[name]),
  )

/** Collects the outcome of each call and prints them as a table. */
export const createReport = () => {
  /** @type {{ call: string, outcome: Outcome, note: string }[]} */
  const lines = []
  /** @param {string} call @param {Outcome} outcome */
  const add = (call, outcome, note = "") => void lines.push({ call, outcome, note })
  /** @param {Outcome} outcome */
  const count = (outcome) => lines.filter((line) => line.outcome === outcome).length
  const print = () => {
    const rows = lines.map(({ call, outcome, note }) => [call, outcome, note])
    console.log(table(["调用或页面", "结果", "说明"], rows, 3))
    const sums = /** @type {Outcome[]} */ (["正常", "没有此功能", "没有动", "坏了", "改多了"]).map(
      (outcome) => `${outcome} ${count(outcome)}`,
    )
    console.log(`\n共 ${lines.length}：${sums.join("，")}`)
  }
  /** Checks whether a call has an outcome, of the whole or of a part (`PUT /config system`). @param {string} key */
  const has = (key) => lines.some(({ call }) => call === key || call.startsWith(`${key} `))
  return { add, has, print, failed: () => count("坏了") + count("改多了") > 0 }
}

/** @typedef {ReturnType<typeof createReport>} Report */
