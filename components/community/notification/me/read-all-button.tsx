"use client"

import { useBatch } from "@/components/ui/my-list/use-batch"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { refreshUnread } from "../use-unread"

/** 全部已读, beside the heading. */
export const ReadAllButton = () => {
  const { act } = useBatch()
  const readAll = async () => {
    if (await act([], () => api("PUT /notification/read", { all: true }), "已全部标为已读")) void refreshUnread()
  }
  return (
    <button type="button" className="bt sm" onClick={() => void readAll()}>
      <MoreIcon name="check" small />
      全部已读
    </button>
  )
}
