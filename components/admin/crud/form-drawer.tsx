"use client"

import { Drawer, Form, type FormInstance } from "antd"
import { useEffect, useId, useMemo, useRef, useState, type ReactNode } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { useSideDrawer } from "@/components/ui/use-media"
import { showAtField } from "@/components/ui/form/refusal"
import { useCall, type CallRefusal } from "@/components/ui/form/use-call"
import { useFeedback } from "@/components/providers/feedback"
import type { NoticeAction, Question } from "@/components/providers/feedback-types"
import { useLeaveGuard } from "@/components/ui/use-leave-guard"
import type { Result } from "@/lib/contract/types"
import { DrawerWait } from "./drawer-wait"
import type { CrudEntry } from "./entity"
import type { Named, FieldValues } from "./field"
import { FormFields } from "./form-fields"
import { changesOf, initialOf, meantValues, rebased } from "./form-values"
import { useEdited } from "./use-edited"
import { RefusalNote } from "@/components/ui/refusal-note"
import { refusalText } from "@/lib/api/result"

type Props = {
  open: boolean
  title: string
  fields: Named[]
  row: CrudEntry | null
  /** reads the full row when the form opens, because the list omits fields */
  read?: (id: number) => Promise<Result<CrudEntry>>
  /** reads the current row after a conflict */
  newest?: (id: number) => Promise<Result<CrudEntry>>
  /** `edited` is the row that the changes are based on; null for a new one */
  onSave: (values: FieldValues, edited: CrudEntry | null) => Promise<Result<unknown>>
  /** the confirmation that is required before saving; a refusal is displayed and nothing is saved */
  question?: (values: FieldValues) => Promise<Result<Question>>
  /** the action of the success notice, such as 撤销 */
  undo?: (values: FieldValues, edited: CrudEntry | null) => NoticeAction | undefined
  onClose: () => void
  done?: string
  /** label of the submit button (default 保存) */
  ok?: string
  danger?: boolean
  /** rendered above the fields */
  children?: ReactNode
}

const leaving = {
  title: "还没有保存",
  content: "关闭后，刚才的修改就没有了。",
  okText: "不保存",
  cancelText: "继续编辑",
  danger: true,
}

/** Creates or edits a row. A server error is displayed at the field that it names, otherwise above the form. */
export const FormDrawer = ({
  open,
  title,
  fields,
  row,
  read,
  newest,
  onSave,
  question,
  undo,
  onClose,
  done,
  ok = "保存",
  danger = false,
  children,
}: Props) => {
  const side = useSideDrawer()
  const feedback = useFeedback()
  const formId = useId()
  const form = useRef<FormInstance<FieldValues>>(null)
  const { busy, refusal, refuse, call } = useCall({ inline: true })
  /** another user has changed the row: the current version can be loaded into the form */
  const [outdated, setOutdated] = useState(false)
  const { edited, failure, load, replace } = useEdited(open, row, read)
  const waits = row !== null && edited === null
  const initial = useMemo(() => initialOf(fields, edited), [fields, edited])
  /** whether there are unsaved changes: closing the drawer or leaving the page then asks for confirmation */
  const [touched, setTouched] = useState(false)
  useLeaveGuard(open && touched, leaving)
  useEffect(() => {
    if (!open) return
    refuse("")
    setOutdated(false)
    setTouched(false)
  }, [open, refuse])

  const noteChanges = () => {
    const values = form.current?.getFieldsValue(true) as FieldValues
    // fields that are locked later can be filled in now and count as unsaved changes too
    const open = row ? fields : fields.map((field) => ({ ...field, form: true as const }))
    setTouched(Object.keys(changesOf(open, initial, meantValues(fields, initial, values))).length > 0)
  }
  const close = async () => {
    if (!touched || (await feedback.confirm(leaving))) onClose()
  }

  const save = async (values: FieldValues) => {
    const changes = changesOf(fields, row ? initial : {}, meantValues(fields, initial, values))
    if (row && Object.keys(changes).length === 0) return onClose()
    for (const field of fields) if (field.always) changes[field.name] ??= values[field.name]
    setOutdated(false)
    const atField = (refused: CallRefusal) => form.current !== null && showAtField(form.current, refused)
    if (question) {
      const confirmation = await call(() => question(changes), { onRefused: atField })
      if (confirmation === null || !(await feedback.confirm(confirmation))) return
    }
    const saved = await call(() => onSave(changes, edited), {
      fallback: "保存失败",
      onRefused: (refused) => {
        if (atField(refused)) return true
        // a 409 that names a field is about its value (such as a duplicate name), not an edit conflict
        setOutdated(refused.status === 409 && !refused.field && edited !== null && newest !== undefined)
        return false
      },
    })
    if (saved === null) return
    feedback.success(done ?? (row ? "修改成功" : "新增成功"), undo?.(changes, edited))
    onClose()
  }

  const takeNewest = async () => {
    const reply = await newest!(edited!.id)
    if (!reply.ok) return refuse(refusalText(reply, "最新内容没有读到"))
    form.current?.setFieldsValue(rebased(fields, initial, form.current.getFieldsValue(true) as FieldValues, reply.data))
    replace(reply.data)
    setOutdated(false)
    refuse("已载入最新内容，你的修改还在：请看过后再保存。")
  }

  return (
    <Drawer
      open={open}
      onClose={() => void close()}
      title={title}
      {...side}
      destroyOnHidden
      footer={
        <div className="adm-form-foot">
          <button type="button" className="bt" onClick={() => void close()}>
            取消
          </button>
          <BusyButton type="submit" form={formId} className={danger ? "danger" : "p"} busy={busy} disabled={busy || waits}>
            {ok}
          </BusyButton>
        </div>
      }
    >
      <RefusalNote text={refusal}>
        {outdated ? (
          <button type="button" className="bt sm" onClick={() => void takeNewest()}>
            载入最新内容
          </button>
        ) : null}
      </RefusalNote>
      {children && <div className="adm-form-intro">{children}</div>}
      {waits ? (
        <DrawerWait failure={failure} onRetry={load} />
      ) : (
        <Form<FieldValues>
          noValidate
          ref={form}
          key={row?.id ?? 0}
          id={formId}
          name={formId}
          initialValues={initial}
          className="form"
          layout="vertical"
          onValuesChange={noteChanges}
          onFinish={() => void save(form.current?.getFieldsValue(true) as FieldValues)}
        >
          <FormFields fields={fields} row={edited} />
        </Form>
      )}
    </Drawer>
  )
}
