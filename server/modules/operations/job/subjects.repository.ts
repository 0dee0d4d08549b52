import { inArray, or } from "drizzle-orm"
import type { Db } from "@/server/db/client"
import { articleTable as a } from "../../articles/article/article.table"
import { documentTable as d } from "../../library/document/document.table"
import type { JobSubject } from "./job-kinds.rules"

type Subject = { id: number; title: string; key: string }

/** Finds documents and articles by their numbers or keys. The keys of the result are `document 12`; `key` is the one of its page. */
export const findSubjects = async (db: Db, subjects: readonly JobSubject[]): Promise<Map<string, Subject>> => {
  const idsOf = (table: JobSubject["table"]) => subjects.filter((one) => one.table === table).map(({ id }) => id)
  const numbers = (ids: string[]) => ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number)
  const [documents, articles] = [idsOf("document"), idsOf("article")]
  const documentRows = documents.length
    ? await db
        .select({ id: d.id, title: d.title, key: d.uuid })
        .from(d)
        .where(or(inArray(d.id, numbers(documents)), inArray(d.uuid, documents)))
    : []
  const articleRows = articles.length
    ? await db
        .select({ id: a.id, title: a.title, key: a.identifier })
        .from(a)
        .where(or(inArray(a.id, numbers(articles)), inArray(a.identifier, articles)))
    : []
  return new Map(
    [documentRows, articleRows].flatMap((list, at) =>
      list.flatMap((row) => [row.id, row.key].map((id) => [`${at === 0 ? "document" : "article"} ${id}`, row] as const)),
    ),
  )
}
