"use client"

import { useRouter } from "next/navigation"
import { useEffect, useRef, type KeyboardEvent } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { useSession } from "@/components/providers/session"
import { useMay } from "@/components/providers/use-may"
import { MoreIcon } from "@/components/ui/more-icon"
import { WithCall } from "@/components/ui/with-call"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/rules/path"
import { useDocumentState, useDocumentStore } from "../../providers/document-state"
import { useReport } from "../../community/report/use-report"
import { useDeletionWarning } from "./me/use-deletion-warning"
import { useStaffItems, type Item, type StaffDocumentState } from "./staff/use-staff-items"

const useRemove = () => {
  const router = useRouter()
  const feedback = useFeedback()
  const store = useDocumentStore()
  const { call } = useCall()
  const warning = useDeletionWarning()
  return async () => {
    const { id, title, set } = store.getState()
    const agreed = await feedback.confirm({
      title: `删除《${title}》`,
      content: await warning([id]),
      okText: "删除",
      danger: true,
    })
    if (!agreed) return
    const deleted = await call(() => api("DELETE /document", { id: [id] }), { done: "删除成功", fallback: "删除失败" })
    if (!deleted) return
    set({ deleted: true })
    router.push(paths.home)
  }
}

/** Returns the menu entries: edit for the owner and staff, report for other users. */
const useItems = (moderation: StaffDocumentState): Item[] => {
  const store = useDocumentStore()
  const may = useMay()
  const ownerId = useDocumentState((state) => state.ownerId)
  const mine = useSession((state) => state.user?.id === ownerId)
  const { report } = useReport()
  const remove = useRemove()
  const staff = useStaffItems(moderation)
  const changes = mine || may("DocumentAPI/UpdateDocument")
  return [
    ...(changes ? ([{ icon: "pencil", label: "编辑文档", act: () => store.getState().set({ dialog: "editor" }) }] as const) : []),
    ...(changes
      ? ([
          { icon: "file", label: "文件版本", call: "GET /document/version", act: () => store.getState().set({ dialog: "versions" }) },
        ] as const)
      : []),
    ...(mine || may("DocumentAPI/ShareDocument")
      ? ([
          { icon: "share", label: "分享链接", call: "POST /document/share", act: () => store.getState().set({ dialog: "shares" }) },
        ] as const)
      : []),
    ...staff,
    ...(mine || may("DocumentAPI/DeleteDocument") ? ([{ icon: "trash", label: "删除文档", act: () => void remove() }] as const) : []),
    ...(mine ? [] : ([{ icon: "flag", label: "举报文档", act: report }] as const)),
  ]
}

const step: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** The entries of 更多操作; the first one has the focus. */
export const DocumentMenuList = ({ moderation, onClose }: { moderation: StaffDocumentState; onClose: () => void }) => {
  const items = useItems(moderation)
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" || event.key === "Tab") return onClose()
    const all = [...(root.current?.querySelectorAll<HTMLElement>("[role=menuitem]") ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : at + (step[event.key] ?? 0)
    if (next === at) return
    event.preventDefault()
    all[(next + all.length) % all.length]?.focus()
  }
  return (
    <div ref={root} className="pop menu-pop" role="menu" aria-label="更多操作" tabIndex={-1} onKeyDown={onKeyDown}>
      {items.map(({ icon, label, call, act }) => (
        <WithCall key={label} call={call}>
          <button
            type="button"
            role="menuitem"
            tabIndex={-1}
            className="menu-row"
            onClick={() => {
              onClose()
              act()
            }}
          >
            <MoreIcon name={icon} small />
            {label}
          </button>
        </WithCall>
      ))}
    </div>
  )
}
