import { notOffered, offered, type Dialect, type ReadRow } from "../dialect"
import { isFields } from "../messages"
import { rowBy, rowsOf } from "../whole-row"

/** Reads by id, so that no view is counted. `category` only repeats `category_id`. */
const readArticle: ReadRow = async (change, ask) => {
  const reply = await rowBy("GET /article")(change, ask)
  if (reply.status !== 200 || !isFields(reply.data)) return reply
  const { category: _, user: __, ...row } = reply.data
  return { ...reply, data: row }
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
  "GET /article/list": listed,
  "POST /article": offered,
  "PUT /article": { ...offered, wholeRow: readArticle },
  "DELETE /article": offered,
  "GET /article/related": {
    ...offered,
    fromRemote: (answer, { input }) => ({
      article: rowsOf(answer, "article").filter((row) => row["identifier"] !== input.identifier),
    }),
  },
  "GET /article/neighbour": notOffered,
  "PUT /article/category": offered,
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
