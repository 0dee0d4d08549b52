import { notOffered, offered, type Dialect, type ReadRow } from "../dialect"
import { isFields } from "../messages"
import { rowBy } from "../whole-row"

/** Reads by id, so that no view is counted. `category` only repeats `category_id`. */
const readArticle: ReadRow = async (change, ask) => {
  const reply = await rowBy("GET /article")(change, ask)
  if (reply.status !== 200 || !isFields(reply.data)) return reply
  const { category: _, user: __, ...row } = reply.data
  return { ...reply, data: row }
}

export const articles = {
  "GET /article": offered,
  "GET /article/list": offered,
  "POST /article": offered,
  "PUT /article": { ...offered, wholeRow: readArticle },
  "DELETE /article": offered,
  "GET /article/related": offered,
  "GET /article/neighbour": notOffered,
  "PUT /article/category": offered,
  "PUT /article/recommend": offered,
  // The remote message misspells the field this way.
  "PUT /article/check": {
    ...offered,
    toRemote: ({ reject_reason, rejeact_reason, ...input }) => ({ ...input, rejeact_reason: reject_reason || rejeact_reason || "" }),
  },
  "GET /article/recycle/list": offered,
  "POST /article/recycle/restore": offered,
  "DELETE /article/recycle": offered,
  "DELETE /article/recycle/empty": offered,
} satisfies Partial<Dialect["calls"]>
