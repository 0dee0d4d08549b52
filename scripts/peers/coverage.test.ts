import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { keys } from "../../lib/contract/contract"
import { absentOf } from "../../server/remote/capabilities"
import { community } from "../../server/remote/community/community"
import { leftAlone } from "./peers.mjs"

/* `npm run peers` reports every write without a walk; for the open server of the family, there must be none. */

const sources = ["writes.mjs", "content-writes.mjs"].map((name) => readFileSync(join(import.meta.dirname, name), "utf8")).join("\n")

/** The code that a walk of a call contains. */
const tracesOf = (key: string): string[] => {
  const [method, path = ""] = key.split(" ")
  const table = path.slice(1)
  const makers = ["makeAndDelete", "walkTree"].map((name) => `${name}(walk, "${table}"`)
  return [
    `"${key}"`,
    ...(method === "PUT" ? [`changeOne(walk, "${table}"`] : makers),
    ...(table.endsWith("/move") ? [`walkTree(walk, "${table.slice(0, -"/move".length)}"`] : []),
    ...(table.startsWith("upload/") ? [`"/${table}`] : []),
    ...(key === "PUT /config" ? ["`PUT /config ${category}`"] : []),
  ]
}

test("every offered write has a step or a reason to be left alone", () => {
  const absent = new Set(absentOf(community))
  const uploads = Object.keys(community.streams).filter((key) => key.startsWith("POST /upload/"))
  const writes = [...keys, ...uploads].filter((key) => !key.startsWith("GET ") && !absent.has(key))
  const isWalked = (key: string) => key in leftAlone || tracesOf(key).some((trace) => sources.includes(trace))
  expect(writes.filter((key) => !isWalked(key))).toEqual([])
  expect(Object.keys(leftAlone).filter((key) => !writes.includes(key))).toEqual([])
})
