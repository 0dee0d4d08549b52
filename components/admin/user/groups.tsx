"use client"

import { Select } from "antd"
import { createContext, use, useEffect, useState, type ReactNode } from "react"
import { api } from "@/lib/api/client"
import type { Group } from "@/lib/contract/types"

const GroupsContext = createContext<Group[]>([])

/** The groups, read once for the screen; none for whom the list is not open. */
export const GroupsProvider = ({ children }: { children: ReactNode }) => {
  const [groups, setGroups] = useState<Group[]>([])
  useEffect(() => {
    void api("GET /group/list", { page: 1, size: 1_000 }).then((reply) => reply.ok && setGroups(reply.data.group))
  }, [])
  return <GroupsContext value={groups}>{children}</GroupsContext>
}

type Props = { id?: string; value?: number[]; onChange?: (value: number[]) => void; label?: string; placeholder?: string }

export const GroupSelect = ({ id, value = [], onChange, label, placeholder = "请选择" }: Props) => {
  const groups = use(GroupsContext)
  return (
    <Select<number[]>
      id={id}
      className="wide"
      aria-label={label}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      placeholder={placeholder}
      value={value}
      options={groups.map((group) => ({ value: group.id, label: group.title }))}
      showSearch={{ optionFilterProp: "label" }}
      notFoundContent="没有这个角色"
      onChange={onChange}
    />
  )
}

/** The names of a person's groups; the one beside their name where the list is not open. */
export const GroupTags = ({ ids, fallback }: { ids: number[]; fallback: string }) => {
  const groups = use(GroupsContext).filter((group) => ids.includes(group.id))
  const names = groups.length > 0 ? groups.map((group) => group.title) : fallback ? [fallback] : []
  return (
    <span className="tags">
      {names.map((name) => (
        <span key={name} className="tag pri">
          {name}
        </span>
      ))}
    </span>
  )
}
