"use client"

import { useEffect, type ReactNode } from "react"
import { BatchBar } from "@/components/ui/my-list/batch-bar"
import { useBatch } from "@/components/ui/my-list/use-batch"
import { useSelection } from "@/components/ui/my-list/use-selection"
import { MoreIcon } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import type { Notification } from "@/lib/contract/types"
import { refreshUnread } from "../use-unread"
import { NotificationItem } from "./notification-item"

type Props = { notifications: Notification[]; now: number; empty: ReactNode }

/** The notifications of one page: open, mark as read, delete, one or many. */
export const MyNotifications = ({ notifications, now, empty }: Props) => {
  const { busy, act } = useBatch()
  const selection = useSelection(notifications.map(({ id }) => id))
  const many = selection.ids.length

  // the page is newer than the bell
  useEffect(() => void refreshUnread(), [notifications])

  const read = async (ids: number[]) => {
    if (await act(ids, () => api("PUT /notification/read", { id: ids }), "已标为已读")) selection.clear()
  }
  const remove = async (ids: number[]) => {
    if (await act(ids, () => api("DELETE /notification", { id: ids }), "已删除")) selection.clear()
  }

  if (notifications.length === 0) return empty
  return (
    <>
      <BatchBar selection={selection} unit="条">
        <button type="button" className="bt sm" disabled={many === 0} onClick={() => void read(selection.ids)}>
          <MoreIcon name="check" small />
          标为已读
        </button>
        <button type="button" className="bt sm danger" disabled={many === 0} onClick={() => void remove(selection.ids)}>
          <MoreIcon name="trash" small />
          删除
        </button>
      </BatchBar>
      <ul className="card nt-rows">
        {notifications.map((row) => (
          <NotificationItem
            key={row.id}
            row={row}
            now={now}
            busy={busy.includes(row.id)}
            selection={selection}
            onRead={() => void read([row.id])}
            onDelete={() => void remove([row.id])}
          />
        ))}
      </ul>
    </>
  )
}
