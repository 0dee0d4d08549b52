"use client"

import { Drawer } from "antd"
import { useSideDrawer } from "@/components/ui/use-media"
import type { Result } from "@/lib/contract/types"
import { Cell } from "./cell"
import { DrawerWait } from "./drawer-wait"
import type { CrudEntry } from "./entity"
import type { Named } from "./field"
import { useEdited } from "./use-edited"

type Props = {
  row: CrudEntry | null
  title: string
  fields: Named[]
  screen: unknown
  read?: (id: number) => Promise<Result<CrudEntry>>
  onClose: () => void
}

/** A read-only drawer with the full text of every field of a row. */
export const DetailDrawer = ({ row, title, fields, screen, read, onClose }: Props) => {
  const side = useSideDrawer()
  const { edited, failure, load } = useEdited(row !== null, row, read)
  return (
    <Drawer open={row !== null} onClose={onClose} title={title} {...side} destroyOnHidden>
      {edited ? (
        // makes long content scrollable with the keyboard even if nothing in it is focusable
        <div role="region" aria-label={`${title}的详情`} tabIndex={0}>
          <dl className="adm-detail">
            {fields
              .filter((field) => field.name in edited)
              .map((field) => (
                <div key={field.name}>
                  <dt>{field.label}</dt>
                  <dd>
                    {field.kind === "textarea" && edited[field.name] ? (
                      <pre>{String(edited[field.name])}</pre>
                    ) : (
                      <Cell field={field} row={edited} screen={screen} />
                    )}
                  </dd>
                </div>
              ))}
          </dl>
        </div>
      ) : (
        <DrawerWait failure={failure} onRetry={load} />
      )}
    </Drawer>
  )
}
