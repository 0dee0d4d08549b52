import { getTableConfig } from "drizzle-orm/pg-core"
import { expect, test } from "vitest"
import { mappings } from "./mappings.usecases"
import { refusalOf, repeatedValues } from "./refusals.rules"

/* Readable reasons why the database rejected a source row. */

const said = (cause: object) => refusalOf(new Error("Failed query", { cause }))

test("every value that may occur once in an imported table has its sentence", () => {
  const constraints = mappings.flatMap(({ target }) => {
    const { indexes, columns, uniqueConstraints } = getTableConfig(target)
    return [
      ...indexes.filter(({ config }) => config.unique).map(({ config }) => config.name ?? ""),
      ...columns.filter(({ isUnique }) => isUnique).map(({ uniqueName }) => uniqueName ?? ""),
      ...uniqueConstraints.map((constraint) => constraint.getName() ?? ""),
    ]
  })
  expect(constraints.filter((name) => !(name in repeatedValues))).toEqual([])
})

test("nothing of what the database says reaches the sentence, and all of it the log", () => {
  const detail = "Key (x)=(7) already exists."
  for (const code of ["23505", "23502", "23503", "23514", "22003", "22001", "22P02", "21000"]) {
    const { sentence, raw } = said({ code, constraint: "some_constraint", column: "名称", message: "violates some_constraint", detail })
    expect(sentence).not.toMatch(/constraint|violates|Key/)
    expect(raw).toBe(`${code} violates some_constraint ${detail}`)
  }
  expect(said({ code: "23505", constraint: "category_title" }).sentence).toBe("同一级里已经有同名的分类")
  expect(said({ code: "23503", constraint: "document_score_document_id_document_id_fk" })).toMatchObject({
    sentence: "它所属的文档不存在，或者没有带过来",
    isOrphan: true,
  })
})
