"use client"

import { Checkbox } from "antd"
import type { GrantBranch } from "./grant-tree"

type Props = { tree: GrantBranch[]; granted: ReadonlySet<number>; onSet: (ids: number[], on: boolean) => void }

export const GrantBranches = ({ tree, granted, onSet }: Props) => (
  <div className="adm-grant">
    {tree.map((branch) => {
      const ids = branch.calls.map((call) => call.id)
      const count = ids.filter((id) => granted.has(id)).length
      return (
        <section key={branch.api} role="group" aria-label={branch.label}>
          <header>
            <Checkbox
              checked={count === ids.length}
              indeterminate={count > 0 && count < ids.length}
              onChange={() => onSet(ids, count < ids.length)}
            >
              <b>{branch.label}</b>
            </Checkbox>
            <span className="muted num">
              {count} / {ids.length}
            </span>
          </header>
          <div>
            {branch.calls.map((call) => (
              <Checkbox key={call.id} checked={granted.has(call.id)} onChange={() => onSet([call.id], !granted.has(call.id))}>
                <span title={`${call.method} ${call.path}`}>{call.title}</span>
              </Checkbox>
            ))}
          </div>
        </section>
      )
    })}
  </div>
)
