import { notOffered, offered, type Dialect, type ReadRow } from "../dialect"
import { isFields } from "../messages"
import { rowBy } from "../whole-row"

/** By its id, so that nobody's view is counted; `category` only repeats what `category_id` says. */
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
  // its message spells the reason so
  "PUT /article/check": {
    ...offered,
    toRemote: ({ reject_reason, rejeact_reason, ...input }) => ({ ...input, rejeact_reason: reject_reason || rejeact_reason || "" }),
  },
  "GET /article/recycle/list": offered,
  "POST /article/recycle/restore": offered,
  "DELETE /article/recycle": offered,
  "DELETE /article/recycle/empty": offered,
} satisfies Partial<Dialect["calls"]>
