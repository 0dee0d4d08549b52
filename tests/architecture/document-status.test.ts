import { expect, test } from "vitest"
import { isTest, sources } from "./source"

const combines = /\[\s*DocumentStatus\.\w+,\s*DocumentStatus\.\w+|DocumentStatus\.\w+\s*(?:\|\||&&)[^\n]*status [!=]== DocumentStatus\./

test("statuses of documents are combined only in lib/rules/library/document-status.ts", () => {
  expect("const open = [DocumentStatus.pending, DocumentStatus.failed]").toMatch(combines)
  expect("status === DocumentStatus.pending || status === DocumentStatus.failed").toMatch(combines)
  const offenders = sources.filter(({ path, text }) => !isTest(path) && combines.test(text)).map(({ path }) => path)
  expect(offenders, "name the set or the question in lib/rules/library/document-status.ts").toEqual([])
})
