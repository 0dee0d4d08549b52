import { readFileSync } from "node:fs"
import { resolve } from "node:path"
import { expect, test } from "vitest"
import { isTest, sources } from "./source"

/** Words of other subjects: entries of the ledger, and what the platforms of other companies answer. */
const isOther = (path: string) => /^(?:server\/modules\/money\/ledger|server\/ports|lib\/contract\/money\/payment)/.test(path)

const design = readFileSync(resolve(import.meta.dirname, "../../docs/DESIGN.md"), "utf8")
/** The table of docs/DESIGN.md: what an action or a thing is called, and the names that people must not meet for it. */
const pairs = [...design.matchAll(/^\| (\S[^|]*) \| 不用 ([^|]+) \|$/gm)].map(([, word, others]) => ({
  word: word!,
  others: others!.split("、").map((one) => one.trim()),
}))

test("an action has one name wherever people meet it (docs/DESIGN.md)", () => {
  expect(pairs.map(({ word }) => word)).toEqual(expect.arrayContaining(["登录", "账号", "开通", "已发布"]))
  const faults = sources
    .filter(({ path }) => /^(?:app|components|lib|server)\//.test(path) && !isTest(path) && !isOther(path))
    .flatMap(({ path, text }) =>
      pairs.flatMap(({ word, others }) => others.filter((one) => text.includes(one)).map((one) => `${path}: ${one} → ${word}`)),
    )
  expect(faults).toEqual([])
})
