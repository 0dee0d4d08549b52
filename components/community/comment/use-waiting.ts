"use client"

import { useEffect, useState } from "react"
import { api } from "@/lib/api/client"
import { ReviewStatus } from "@/lib/contract/library/content.enums"
import type { Comment } from "@/lib/contract/types"
import { threadsPerPage, type CommentTarget } from "./comment-target"

const hidden = [ReviewStatus.pending, ReviewStatus.rejected]

/** Returns the user's own comments that are in review or rejected. Loaded with the other comments, once `near`. */
export const useWaiting = (target: CommentTarget, userId: number, near: boolean) => {
  const [waiting, setWaiting] = useState<Comment[]>([])
  const { id, type } = target
  useEffect(() => {
    setWaiting([])
    if (!userId || !near) return
    let alive = true
    void api("GET /comment/list", {
      document_id: id,
      type: [type],
      user_id: userId,
      status: hidden,
      order: "id desc",
      page: 1,
      size: threadsPerPage,
    }).then((reply) => {
      if (alive && reply.ok) setWaiting((sent) => [...sent, ...reply.data.comment.filter((row) => !sent.some((one) => one.id === row.id))])
    })
    return () => {
      alive = false
    }
  }, [id, near, type, userId])
  return [waiting, setWaiting] as const
}
