import { PgDialect } from "drizzle-orm/pg-core"
import { expect, test } from "vitest"
import { friendlinkTable as t } from "../modules/site/friendlink/friendlink.table"
import { anyLike, holds, patternsOf } from "./listing"

const written = (condition: ReturnType<typeof holds>) => new PgDialect().sqlToQuery(condition).sql
const of = (word: string) => patternsOf(word)[0]!

test("words match in any case; short words without case are not folded, since no index supports that", () => {
  expect(written(holds(t.title, of("Ab")))).toContain("lower(")
  expect(written(holds(t.title, of("没有这样的词")))).toContain("lower(")
  for (const word of ["资料", "42", "%"]) expect(written(holds(t.title, of(word)))).not.toContain("lower(")
  expect(written(anyLike([t.title, t.link], of("资料")))).toBe(`("friendlink"."title" like $1 or "friendlink"."link" like $2)`)
  expect(written(anyLike([t.title, t.link], of("Ab")))).toContain(`lower("friendlink"."title" || ' ' || "friendlink"."link") like`)
})
