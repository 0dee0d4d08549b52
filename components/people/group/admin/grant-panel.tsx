"use client"

import { Checkbox } from "antd"
import { useCallback, useEffect, useMemo, useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import type { PanelProps } from "@/components/admin/crud/options"
import { SidePanel } from "@/components/admin/form/side-panel"
import { useCall } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import type { Permission } from "@/lib/contract/types"
import { GrantBranches } from "./grant-branches"
import { grantTree, searchTree } from "./grant-tree"
import { RefusalNote } from "@/components/ui/refusal-note"

/** The role of the first user, who has all permissions without any of them being granted. */
const rootGroup = 1

/** The permissions of a group, grouped by task. */
export const GrantPanel = ({ rows: [group], onClose }: Omit<PanelProps<"/group">, "crud">) => {
  const feedback = useFeedback()
  const [permissions, setPermissions] = useState<Permission[] | null>(null)
  const [before, setBefore] = useState<ReadonlySet<number>>(new Set())
  const [granted, setGranted] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState("")
  const [word, setWord] = useState("")
  const { busy, call } = useCall()
  const id = group!.id

  const load = useCallback(async () => {
    setFailure("")
    const [list, reply] = await Promise.all([api("GET /permission/list", { page: 1, size: 10_000 }), api("GET /group/permission", { id })])
    if (!list.ok) return setFailure(refusalText(list, "权限列表没有读到"))
    if (!reply.ok) return setFailure(refusalText(reply, "角色的权限没有读到"))
    setPermissions(list.data.permission)
    setBefore(new Set(reply.data.permission_id))
    setGranted(new Set(reply.data.permission_id))
  }, [id])
  useEffect(() => void load(), [load])

  const tree = useMemo(() => grantTree(permissions ?? []), [permissions])
  const visibleAreas = useMemo(() => searchTree(tree, word), [tree, word])
  const ids = visibleAreas.flatMap(({ branches }) => branches.flatMap(({ calls }) => calls.map((call) => call.id)))
  const all = ids.length > 0 && ids.every((one) => granted.has(one))
  const changed = granted.size !== before.size || [...granted].some((one) => !before.has(one))
  const set = (some: number[], on: boolean) =>
    setGranted((old) => {
      const next = new Set(old)
      for (const one of some)
        if (on) next.add(one)
        else next.delete(one)
      return next
    })

  const close = async () => {
    if (
      changed &&
      !(await feedback.confirm({
        title: "授权还没有保存",
        content: "关闭后，刚才的修改就没有了。",
        okText: "不保存",
        cancelText: "继续编辑",
        danger: true,
      }))
    )
      return
    onClose()
  }
  const save = async () => {
    const reply = await call(() => api("PUT /group/permission", { group_id: id, permission_id: [...granted] }), { done: "授权成功" })
    if (reply) onClose()
  }

  return (
    <SidePanel
      onClose={() => void close()}
      title={`给“${group!.title}”授权`}
      footer={
        <>
          <span className="muted num">{id === rootGroup ? `站长：全部权限；其他成员：${granted.size} 项` : `已选 ${granted.size} 项`}</span>
          <button type="button" className="bt" onClick={() => void close()}>
            取消
          </button>
          <BusyButton className="p" busy={busy} disabled={busy || !changed} onClick={() => void save()}>
            保存
          </BusyButton>
        </>
      }
    >
      {failure ? (
        <RefusalNote text={failure}>
          <button type="button" className="bt sm" onClick={() => void load()}>
            重新加载
          </button>
        </RefusalNote>
      ) : !permissions ? (
        <Skeleton height={400} />
      ) : (
        <>
          {id === rootGroup && (
            <p className="alert info" role="note">
              <Icon name="help" small />
              <span>站长（第一位用户）有全部权限，不用勾选。下面是这个角色的其他成员的权限。</span>
            </p>
          )}
          <div className="adm-grant-top">
            <label className="in">
              <Icon name="search" small />
              <input
                type="search"
                aria-label="查找权限"
                placeholder="任务、权限或 API"
                value={word}
                onChange={(event) => setWord(event.target.value)}
              />
            </label>
            <Checkbox
              checked={all}
              indeterminate={!all && ids.some((one) => granted.has(one))}
              disabled={ids.length === 0}
              onChange={() => set(ids, !all)}
            >
              全选
            </Checkbox>
          </div>
          {visibleAreas.length > 0 ? (
            <GrantBranches tree={visibleAreas} granted={granted} open={word.trim() !== ""} onSet={set} />
          ) : (
            <Empty searched level="h3" title="没有这样的权限" />
          )}
        </>
      )}
    </SidePanel>
  )
}
