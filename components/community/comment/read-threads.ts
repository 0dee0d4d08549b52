import { api } from "@/lib/api/client"
import type { Comment, Result } from "@/lib/contract/types"
import { threadsOf, threadsPerPage, type CommentOrder, type CommentTarget, type Thread } from "./comment-target"

/** Rows per call, levels of answers and calls at most. */
const size = 100
const maxDepth = 8
const maxRounds = 5

/** Answers to these comments, and the answers to those; a level is one call, or a few where there are very many. */
const readAnswers = async (target: CommentTarget, tops: Comment[]): Promise<Comment[]> => {
  const answers: Comment[] = []
  let parents = tops
  for (let level = 0; level < maxDepth; level++) {
    const ids = parents.filter((row) => row.comment_count > 0).map((row) => row.id)
    if (ids.length === 0) break
    const found: Comment[] = []
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
      found.push(...reply.data.comment)
      if (reply.data.comment.length === 0 || found.length >= reply.data.total) break
    }
    answers.push(...found)
    parents = found
  }
  return answers
}

/** One page of top-level comments with all of their answers; `total` counts the top-level ones. */
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
