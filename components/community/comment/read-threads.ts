import { api } from "@/lib/api/client"
import type { Comment, Result } from "@/lib/contract/types"
import { threadsOf, threadsPerPage, type CommentOrder, type CommentTarget, type Thread } from "./comment-target"

/** Rows per call. The limits below cap the depth of replies and the number of calls. */
const size = 100
const maxDepth = 8
const maxRounds = 5

/** Reads the replies to these comments, and the replies to those. Each level takes one call, or several if there are very many. */
const readAnswers = async (target: CommentTarget, tops: Comment[]): Promise<Comment[]> => {
  const answers: Comment[] = []
  let parents = tops
  for (let level = 0; level < maxDepth; level++) {
    const ids = parents.filter((row) => row.comment_count > 0).map((row) => row.id)
    if (ids.length === 0) break
    const batch: Comment[] = []
    for (let page = 1; page <= maxRounds; page++) {
      const reply = await api("GET /comment/list", {
        document_id: target.id,
        type: [target.type],
        parent_id: ids,
        order: "id asc",
        page,
        size,
      })
      if (!reply.ok) break
      batch.push(...reply.data.comment)
      if (reply.data.comment.length === 0 || batch.length >= reply.data.total) break
    }
    answers.push(...batch)
    parents = batch
  }
  return answers
}

/** Reads one page of top-level comments with all of their replies; `total` counts the top-level ones. */
export const readThreads = async (
  target: CommentTarget,
  page: number,
  order: CommentOrder,
): Promise<Result<{ total: number; threads: Thread[] }>> => {
  const reply = await api("GET /comment/list", {
    document_id: target.id,
    type: [target.type],
    parent_id: [0],
    order,
    page,
    size: threadsPerPage,
  })
  if (!reply.ok) return reply
  const { comment: tops, total } = reply.data
  return { ok: true, status: 200, data: { total, threads: threadsOf(tops, await readAnswers(target, tops)) } }
}
