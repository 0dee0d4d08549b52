"use client"

import type { CrudEntry } from "@/components/admin/crud/entity"
import type { Named, FieldValues } from "@/components/admin/crud/field"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { PanelProps } from "@/components/admin/crud/options"
import { useAct, undoAction } from "@/components/admin/crud/use-act"
import { Cover } from "@/components/ui/cover"
import { api } from "@/lib/api/client"
import type { Result } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

const fields: Named[] = [
  {
    name: "own_cover",
    label: "自己的封面",
    kind: "image",
    picture: "cover",
    hint: "竖着的图片最合适，会从上往下裁成文档页面的比例；移除后用回第一页，或按标题画的封面",
  },
]

/** Reloads a cover that the browser has cached, so that the user who changed it sees the new one. */
const forgetOldCover = (uuid: string, version: number) => fetch(paths.cover(uuid, version), { cache: "reload" }).catch(() => null)

/** Sets an image as a document's cover, in place of its first page or rendered title (docs/decisions/130). */
export const CoverPanel = ({ rows, crud, onClose }: PanelProps<"/document">) => {
  const document = rows[0]!
  const { id, uuid, version, updated_at } = document
  const act = useAct(crud.reload)
  const put = async (own_cover: string, ifMatch?: string | null): Promise<Result<unknown>> => {
    const reply = await api("PUT /document", { id, own_cover }, ifMatch ? { ifMatch } : undefined)
    if (reply.ok) await forgetOldCover(uuid, version)
    return reply
  }
  const save = async ({ own_cover }: FieldValues, edited: CrudEntry | null) => {
    const reply = await put(String(own_cover ?? ""), typeof edited?.updated_at === "string" ? edited.updated_at : updated_at)
    if (reply.ok) crud.reload()
    return reply
  }
  const newest = async (): Promise<Result<CrudEntry>> => {
    const row = await crud.refresh(id)
    return row ? { ok: true, status: 200, data: row } : { ok: false, status: 404, message: "这份文档已经不在列表里了，请关闭后重新查找" }
  }
  return (
    <FormDrawer
      open
      title={`封面 · ${document.title}`}
      fields={fields}
      row={document}
      newest={newest}
      onSave={save}
      undo={() => undoAction(act, { call: () => put(document.own_cover) })}
      onClose={onClose}
    >
      <p className="muted">现在的封面</p>
      <span className="adm-cover-now">
        <Cover document={document} eager />
      </span>
    </FormDrawer>
  )
}
