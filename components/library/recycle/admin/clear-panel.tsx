"use client"

import type { Named } from "@/components/admin/crud/field"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import { MoreIcon } from "@/components/ui/more-icon"
import type { Result } from "@/lib/contract/types"

const sure = "清空回收站"
const fields: Named[] = [
  { name: "words", label: "确认", required: `请输入“${sure}”`, max: 20, placeholder: sure, hint: `原样输入“${sure}”才能继续` },
]

type Clearing = { warning: string; call: () => Promise<Result<unknown>> }
type PanelProps = { crud: { reload: () => void }; onClose: () => void }

/**
 * Creates the panel that empties a whole recycle bin, with the deleted items of all users, after the user has typed the confirmation text.
 */
export const clearPanel = ({ warning, call }: Clearing) =>
  function ClearPanel({ crud, onClose }: PanelProps) {
    const clear = async ({ words }: Record<string, unknown>) => {
      if (words !== sure) return { ok: false as const, status: 400, message: `确认的文字不对，请输入“${sure}”` }
      const reply = await call()
      if (reply.ok) crud.reload()
      return reply
    }
    return (
      <FormDrawer open title={sure} fields={fields} row={null} ok="清空" danger done="回收站已清空" onSave={clear} onClose={onClose}>
        <div className="alert bad">
          <MoreIcon name="alert" />
          <b>{warning}</b>
        </div>
      </FormDrawer>
    )
  }

type ButtonProps = { hidden: boolean; disabled: boolean; onClick: () => void }

export const ClearButton = ({ hidden, disabled, onClick }: ButtonProps) =>
  hidden ? null : (
    <button type="button" className="bt danger" disabled={disabled} onClick={onClick}>
      <MoreIcon name="trash" small />
      清空
    </button>
  )
