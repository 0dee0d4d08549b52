import { expect, test } from "vitest"
import { Article } from "../../contract/articles/article"
import { Document } from "../../contract/library/document"
import { activitiesOf } from "./activity"

const at = (day: number) => `2026-11-${String(day).padStart(2, "0")}T08:00:00Z`
const document = (day: number | null) =>
  Document.parse({ id: day ?? 99, uuid: `u${day}`, title: `文档 ${day}`, created_at: day && at(day) })
const article = (day: number) => Article.parse({ id: day, identifier: `a${day}`, title: `文章 ${day}`, created_at: at(day) })

test("documents and articles form one sequence, newest first, at most eight; entries without a time are omitted", () => {
  const mixed = activitiesOf([document(9), document(3), document(null)], [article(5), article(1)])
  expect(mixed.map(({ title }) => title)).toEqual(["文档 9", "文章 5", "文档 3", "文章 1"])
  expect(mixed[0]).toMatchObject({ kind: "document", href: "/document/u9" })
  expect(mixed[1]).toMatchObject({ kind: "article", href: "/article/a5" })
  expect(activitiesOf([1, 2, 3, 4, 5, 6].map(document), [7, 8, 9, 10].map(article))).toHaveLength(8)
})
