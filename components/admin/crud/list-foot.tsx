"use client"

import { Pagination } from "antd"
import { usePhone } from "@/components/ui/use-media"
import { count } from "@/lib/rules/format"
import { sizes, type CrudListState } from "./list-state"

type Props = { state: CrudListState; total: number; unit: string; onChange: (part: Partial<CrudListState>) => void }

export const ListFoot = ({ state, total, unit, onChange }: Props) => {
  const phone = usePhone()
  return (
    <div className="adm-foot">
      <span className="num muted">
        共 {count(total)} {unit}
      </span>
      <Pagination
        current={state.page}
        pageSize={state.size}
        total={total}
        showSizeChanger={!phone}
        showLessItems={phone}
        showQuickJumper={!phone && total > state.size * 5}
        pageSizeOptions={sizes}
        onChange={(page, size) => onChange({ page: size === state.size ? page : 1, size })}
      />
    </div>
  )
}
