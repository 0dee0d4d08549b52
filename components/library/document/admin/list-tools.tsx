"use client"

import { Dropdown } from "antd"
import { offeredActions } from "@/components/admin/crud/offered"
import { useSettings } from "@/components/providers/settings"
import type { CrudAction } from "@/components/admin/crud/actions"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import type { RedrawScope } from "./document-actions"
import { useConverting } from "./use-converting"

type Props = { rows: unknown; mayRedraw: boolean; onRedraw: (scope: RedrawScope) => void }

/** The progress of conversions that are waiting or running. */
const Progress = ({ rows }: { rows: unknown }) => {
  const { left, most } = useConverting(rows)
  if (left === 0) return null
  const label = `还有 ${count(left)} 份在转换`
  return (
    <span className="adm-progress" role="status">
      <span className="num">{label}</span>
      <progress value={most - left} max={most} aria-label={label} />
    </span>
  )
}

const redraws: Pick<CrudAction, "key" | "label" | "call">[] = [
  { key: "failed", label: "失败的文档" },
  { key: "incomplete", label: "缺公式或字体的文档", call: "PUT /document/reconvert incomplete" },
  { key: "all", label: "所有文档", call: "PUT /document/reconvert all" },
]

/** The toolbar of the document list: retries failed conversions or all, displays their progress, and links to the upload page. */
export const ListTools = ({ rows, mayRedraw, onRedraw }: Props) => {
  const items = offeredActions(redraws, useSettings()).map(({ key, label }) => ({ key, label }))
  return (
    <>
      <Progress rows={rows} />
      {mayRedraw ? (
        <Dropdown trigger={["click"]} placement="bottomRight" menu={{ items, onClick: ({ key }) => onRedraw(key as RedrawScope) }}>
          <button type="button" className="bt" aria-haspopup="menu">
            <Icon name="rotate" small />
            重新转换
          </button>
        </Dropdown>
      ) : null}
      <Link className="bt p adm-last" href={paths.upload} target="_blank">
        <Icon name="plus" small />
        新增
      </Link>
    </>
  )
}
