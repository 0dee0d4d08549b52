"use client"

import { useFeedback } from "@/components/providers/feedback"
import type { NoticeAction } from "@/components/providers/feedback-types"
import type { Result } from "@/lib/contract/types"
import type { CrudEntry } from "./entity"
import type { Named, FieldValues } from "./field"
import { reverseOf } from "./form-values"
import type { Crud } from "./use-crud"
import { refusalText } from "@/lib/api/result"

type Read = (id: number) => Promise<Result<CrudEntry>>

/** Changes single rows from a form or within the list, and undoes a change. `read` reads the full row if the list omits fields. */
export const useChanges = (crud: Pick<Crud<CrudEntry>, "save" | "find" | "refresh">, fields: Named[], read?: Read) => {
  const feedback = useFeedback()

  /** Reads the current row with `read`, or else by reloading the list. */
  const newest: Read = async (id) => {
    if (read) return read(id)
    const row = await crud.refresh(id)
    return row ? { ok: true, status: 200, data: row } : { ok: false, status: 404, message: "这一条已经不在列表里了，请关闭后重新查找" }
  }

  /** Returns the action that restores the earlier values unless the row was changed again; undefined if the row does not contain them. */
  const undo = (values: FieldValues, row: CrudEntry | null): NoticeAction | undefined => {
    const before = row && reverseOf(fields, row, values)
    if (!before) return undefined
    const left = crud.find(row.id)
    const takeBack = async () => {
      const current = left ? ({ ok: true, status: 200, data: left } as const) : await newest(row.id)
      const reply = current.ok ? await crud.save(before, current.data) : current
      if (reply.ok) feedback.success("已撤销")
      else feedback.error(refusalText(reply, "撤销失败"))
    }
    return { label: "撤销", onClick: () => void takeBack() }
  }

  /** Saves a change made within the list; resolves to true on success. */
  const change = async (row: CrudEntry, values: FieldValues): Promise<boolean> => {
    for (const field of fields) if (field.always) values[field.name] ??= row[field.name]
    const reply = await crud.save(values, row)
    if (reply.ok) feedback.success("修改成功", undo(values, row))
    else feedback.error(refusalText(reply, "修改失败"))
    return reply.ok
  }
  return { newest, undo, change }
}
export type RowChanges = ReturnType<typeof useChanges>
