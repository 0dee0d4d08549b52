"use client"

import { Checkbox } from "antd"
import { useState } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import type { GrantArea, GrantBranch } from "./grant-tree"

type Props = {
  tree: GrantArea[]
  granted: ReadonlySet<number>
  /** single permissions are listed at once, because the user searches for one */
  open: boolean
  onSet: (ids: number[], on: boolean) => void
}

const Branch = ({ branch: { label, calls, needs }, granted, open, onSet }: Omit<Props, "tree"> & { branch: GrantBranch }) => {
  const ids = calls.map((call) => call.id)
  const count = ids.filter((id) => granted.has(id)).length
  const all = count === ids.length
  const [unfolded, setUnfolded] = useState<boolean | null>(null)
  const isOpen = unfolded ?? open
  return (
    <div role="group" aria-label={label}>
      <header>
        <Checkbox
          checked={all}
          indeterminate={count > 0 && !all}
          // a task works on the lists of the task that it needs
          onChange={() => onSet(all ? ids : [...ids, ...needs.map(({ id }) => id)], !all)}
        >
          {label}
        </Checkbox>
        <button
          type="button"
          className="muted num"
          aria-expanded={isOpen}
          aria-label={`${label}的权限`}
          onClick={() => setUnfolded(!isOpen)}
        >
          {count} / {ids.length}
          <MoreIcon name={isOpen ? "down" : "next"} small />
        </button>
      </header>
      {isOpen ? (
        <div>
          {calls.map((call) => (
            <Checkbox key={call.id} checked={granted.has(call.id)} onChange={() => onSet([call.id], !granted.has(call.id))}>
              <span title={`${call.method} ${call.path}`}>{call.title}</span>
            </Checkbox>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** The permissions by area and task: one checkbox a task, and below it the single permissions, folded. */
export const GrantBranches = ({ tree, ...rest }: Props) => (
  <div className="adm-grant">
    {tree.map(({ title, branches }) => (
      <section key={title} aria-label={title}>
        <h3>{title}</h3>
        {branches.map((branch) => (
          <Branch key={branch.name} branch={branch} {...rest} />
        ))}
      </section>
    ))}
  </div>
)
