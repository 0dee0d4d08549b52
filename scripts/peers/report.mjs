import { table } from "../../tools/bench/table.mjs"

/** @typedef {"正常" | "没有此功能" | "没有动" | "坏了" | "改多了"} Outcome */

/** @param {import("./rows.mjs").TableState} state */
const amount = ({ rows, whole }) => rows.size + (whole?.size ?? 0)

/** Collects the outcome of each call and prints them as a table. */
export const createReport = () => {
  /** @type {{ call: string, outcome: Outcome, note: string }[]} */
  const lines = []
  /** @type {Map<string, import("./rows.mjs").TableState>} */
  const tables = new Map()
  /** Notes how much of a table a step compared; the smallest amount is printed. @param {string} name @param {import("./rows.mjs").TableState} state */
  const compared = (name, state) => {
    const former = tables.get(name)
    if (!former || amount(state) < amount(former)) tables.set(name, state)
  }
  /** @param {[string, import("./rows.mjs").TableState]} entry */
  const amountOf = ([name, { rows, total, partial, whole }]) => {
    const listed = partial ? `${total ? `共 ${total} 行，` : ""}只有最新的 ${rows.size} 行` : `全部 ${rows.size} 行`
    return [name, `${listed}${whole ? `；其中 ${whole.size} 行逐条读出，连同正文或权限` : ""}`]
  }
  /** @param {string} call @param {Outcome} outcome */
  const add = (call, outcome, note = "") => void lines.push({ call, outcome, note })
  /** @param {Outcome} outcome */
  const count = (outcome) => lines.filter((line) => line.outcome === outcome).length
  const print = () => {
    const rows = lines.map(({ call, outcome, note }) => [call, outcome, note])
    console.log(table(["调用或页面", "结果", "说明"], rows, 3))
    if (tables.size) console.log(`\n${table(["比较过的数据", "每一步前后至少比较"], [...tables].map(amountOf), 2)}`)
    const sums = /** @type {Outcome[]} */ (["正常", "没有此功能", "没有动", "坏了", "改多了"]).map(
      (outcome) => `${outcome} ${count(outcome)}`,
    )
    console.log(`\n共 ${lines.length}：${sums.join("，")}`)
  }
  /** Checks whether a call has an outcome, of the whole or of a part (`PUT /config system`). @param {string} key */
  const has = (key) => lines.some(({ call }) => call === key || call.startsWith(`${key} `))
  return { add, compared, has, print, failed: () => count("坏了") + count("改多了") > 0 }
}

/** @typedef {ReturnType<typeof createReport>} Report */
