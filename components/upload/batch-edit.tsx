"use client"

import { Checkbox } from "antd"
import { useEffect, useId, useState } from "react"
import { useSettings } from "@/components/providers/settings"
import type { UploadTerms } from "@/lib/upload/terms"
import { KeywordsField } from "@/components/ui/form/keywords-field"
import { WithCall } from "@/components/ui/with-call"
import { CategoryField } from "./category-field"
import { LanguageField, PriceField, VipChoice } from "@/components/library/document/fields/term-fields"
import { VisibilityField } from "@/components/library/document/fields/visibility-field"
import { useCategories, useUploadStore } from "./upload-context"

type Draft = Partial<Omit<UploadTerms, "price" | "is_vip">> & { price?: number | null; is_vip?: boolean | null }

/** Returns the filled-in fields only; the others stay unchanged. */
const filled = ({ category, price, is_vip, language, keywords, audience }: Draft): Partial<UploadTerms> => ({
  ...(category && { category }),
  ...(typeof price === "number" && { price }),
  ...(typeof is_vip === "boolean" && { is_vip }),
  ...(language && { language }),
  ...(keywords?.length && { keywords }),
  ...(audience && audience.visibility >= 0 && { audience }),
})

/** Edits category, price, VIP, language and keywords of many rows at once. */
export const BatchEdit = ({ keys, onClose }: { keys: ReadonlySet<string>; onClose: () => void }) => {
  const store = useUploadStore()
  const field = useId()
  const categories = useCategories()
  const { language, vip } = useSettings()
  const [draft, setDraft] = useState<Draft>({})
  const [replace, setReplace] = useState(false)
  const [later, setLater] = useState(false)
  const set = (part: Draft) => setDraft((before) => ({ ...before, ...part }))
  const part = filled(draft)
  useEffect(() => {
    const onKey = ({ key, defaultPrevented }: KeyboardEvent) => key === "Escape" && !defaultPrevented && onClose()
    document.addEventListener("keydown", onKey)
    return () => document.removeEventListener("keydown", onKey)
  }, [onClose])
  const apply = () => {
    if (Number.isNaN(draft.price)) return
    store.getState().edit(keys, { ...part, replace })
    if (later) store.getState().setTerms(part)
    onClose()
  }
  return (
    <form
      noValidate
      className="up-batch"
      aria-label="批量修改"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <p className="muted">空着的不改</p>
      <div className="up-more">
        {categories.length > 0 && (
          <div>
            <label htmlFor={`${field}c`}>分类</label>
            <CategoryField id={`${field}c`} value={draft.category ?? 0} onChange={(category) => set({ category })} placeholder="不改" />
          </div>
        )}
        <div>
          <label htmlFor={`${field}p`}>价格</label>
          <PriceField id={`${field}p`} standalone value={draft.price ?? null} onChange={(price) => set({ price })} placeholder="不改" />
        </div>
        {language.length > 0 && (
          <div>
            <label htmlFor={`${field}l`}>语言</label>
            <LanguageField id={`${field}l`} value={draft.language ?? ""} onChange={(code) => set({ language: code })} placeholder="不改" />
          </div>
        )}
        {vip.enable && (
          <div>
            <label htmlFor={`${field}v`}>VIP</label>
            <VipChoice id={`${field}v`} value={draft.is_vip ?? null} onChange={(is_vip) => set({ is_vip })} />
          </div>
        )}
        <WithCall call="PUT /document/visibility">
          <div className="wide">
            <label htmlFor={`${field}a`}>可见范围</label>
            <VisibilityField id={`${field}a`} none="不改" value={draft.audience} onChange={(audience) => set({ audience })} />
          </div>
        </WithCall>
        <div className="wide">
          <label htmlFor={`${field}k`}>关键词</label>
          <KeywordsField id={`${field}k`} value={draft.keywords ?? []} onChange={(keywords) => set({ keywords })} />
        </div>
      </div>
      <div className="up-batch-do">
        <Checkbox checked={replace} onChange={({ target }) => setReplace(target.checked)}>
          换掉原来的关键词
        </Checkbox>
        <Checkbox checked={later} onChange={({ target }) => setLater(target.checked)}>
          之后加入的也这样填
        </Checkbox>
        <span className="end">
          <button type="button" className="bt sm text" onClick={onClose}>
            取消
          </button>
          <button type="submit" className="bt sm p" disabled={!Object.keys(part).length}>
            应用到 {keys.size} 份
          </button>
        </span>
      </div>
    </form>
  )
}
