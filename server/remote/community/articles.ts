import { offered, type Dialect, type ReadRow } from "../dialect"
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
} satisfies Partial<Dialect["calls"]>
