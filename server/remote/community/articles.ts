import { notOffered, offered, type Dialect, type ReadRow } from "../dialect"
import { isFields, type Fields } from "../messages"
import { withLineage } from "../tree"
import { rowBy, rowsOf, versionOf } from "../whole-row"

/** Reads by id, so that no view is counted. `category` only repeats `category_id`. */
const readArticle: ReadRow = async (change, ask) => {
  const reply = await rowBy("GET /article")(change, ask)
  if (reply.status !== 200 || !isFields(reply.data)) return reply
  const { category: _, user: __, ...row } = reply.data
  return { ...reply, data: row }
}

const texts = ["title", "keywords", "description", "content", "source", "source_url"]
/** The text that a form may overwrite; omitted fields are empty. */
const articleText = (row: Fields): string => {
  const categories = (row["category_id"] ?? []) as number[]
  return JSON.stringify([...texts.map((name) => row[name] || ""), ...categories.toSorted((a, b) => a - b)])
}

type Listed = { is_notice?: boolean[]; size?: number; limit?: number }

/** Lists of a server without announcements, which ignores this filter: none of its articles is one. It does not know `limit` either. */
const listed = {
  ...offered,
  hasNone: ({ is_notice }: Listed) => is_notice !== undefined && !is_notice.includes(false),
  toRemote: ({ is_notice: _, limit, ...input }: Listed) => (limit && !input.size ? { ...input, size: limit } : input),
}

export const articles = {
  "GET /article": offered,
  "GET /article/source": {
    ...offered,
    key: "GET /article",
    fromRemote: (answer) => ({ ...answer, display: answer["content"], version: versionOf(answer, articleText(answer)) }),
  },
  "GET /article/list": listed,
  "POST /article": { ...offered, complete: withLineage },
  "PUT /article": { ...offered, complete: withLineage, wholeRow: readArticle, textOf: articleText },
  "DELETE /article": offered,
  "GET /article/related": {
    ...offered,
    fromRemote: (answer, { input }) => ({
      article: rowsOf(answer, "article").filter((row) => row["identifier"] !== input.identifier),
    }),
  },
  "GET /article/neighbour": notOffered,
  "PUT /article/category": { ...offered, complete: withLineage },
  "PUT /article/recommend": offered,
  // The remote message misspells the field this way.
  "PUT /article/check": {
    ...offered,
    toRemote: ({ reject_reason, rejeact_reason, ...input }) => ({ ...input, rejeact_reason: reject_reason || rejeact_reason || "" }),
  },
  "GET /article/recycle/list": listed,
  "POST /article/recycle/restore": offered,
  "DELETE /article/recycle": offered,
  "DELETE /article/recycle/empty": offered,
} satisfies Partial<Dialect["calls"]>
