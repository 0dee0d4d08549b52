"use client"

import { useState } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useFeedback } from "@/components/providers/feedback"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import { Icon } from "@/components/ui/icon"
import { useAnswer } from "@/components/ui/use-answer"
import { api } from "@/lib/api/client"
import { refusalText } from "@/lib/api/result"
import { editorRole, rightsOfTasks } from "@/lib/rules/people/right-tasks"

const { title } = editorRole.group

/** Creates the role and grants its permissions. A role that could not be granted anything remains and can be granted by hand. */
const addRole = async () => {
  const permissions = await api("GET /permission/list", { page: 1, size: 10_000 })
  if (!permissions.ok) return permissions
  const names = new Set(rightsOfTasks(editorRole.tasks))
  const permission_id = permissions.data.permission.filter(({ method, path }) => names.has(`${method} ${path}`)).map(({ id }) => id)
  const created = await api("POST /group", { ...editorRole.group })
  if (!created.ok) return created
  const granted = await api("PUT /group/permission", { group_id: created.data.id, permission_id })
  return granted.ok ? granted : { ...granted, message: `角色已经添加，但没有授权：${refusalText(granted, "请手动授权")}` }
}

const readGroups = () => api("GET /group/list", { page: 1, size: 10_000 })

/** Adds the role 编辑, which reviews documents, articles and comments, to a site that does not have it. */
export const AddEditorRole = ({ onAdded }: { onAdded: () => void }) => {
  const may = useMay()
  const feedback = useFeedback()
  const { busy, call } = useCall()
  const [added, setAdded] = useState(false)
  const addable =
    may("GroupAPI/ListGroup") && may("GroupAPI/CreateGroup") && may("GroupAPI/UpdateGroupPermission") && may("PermissionAPI/ListPermission")
  const { data } = useAnswer(addable ? readGroups : null)
  if (!data || added || data.group.some((one) => one.title === title)) return null
  const add = async () => {
    const agreed = await feedback.confirm({
      title: `添加角色“${title}”？`,
      content: `${editorRole.group.description}。添加后在用户列表里把它分配给人，以后也可以改授权。`,
      okText: "添加",
    })
    if (!agreed) return
    const reply = await call(addRole, { done: `角色“${title}”已经添加`, fallback: "添加失败" })
    if (reply) setAdded(true)
    onAdded()
  }
  return (
    <BusyButton busy={busy} icon={<Icon name="plus" small />} disabled={busy} onClick={() => void add()}>
      添加“{title}”角色
    </BusyButton>
  )
}
