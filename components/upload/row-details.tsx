"use client"

import { Input } from "antd"
import { useEffect, useId } from "react"
import { VipField } from "@/components/library/document/fields/vip-field"
import { useSettings } from "@/components/providers/settings"
import type { UploadTerms } from "@/lib/upload/terms"
import { termsOf, type UploadItem } from "@/lib/upload/item"
import { KeywordsField } from "@/components/ui/form/keywords-field"
import { WithCall } from "@/components/ui/with-call"
import { CategoryField } from "./category-field"
import { LanguageField, PriceField } from "@/components/library/document/fields/term-fields"
import { VisibilityField } from "@/components/library/document/fields/visibility-field"
import { useCategories, useUpload, useUploadStore } from "./upload-context"

type Props = {
  item: UploadItem
  id: string
  /** its price stopped the start: the field is focused */
  refused: boolean
}

/** The terms of one file; until edited, they follow those of all files. */
export const RowDetails = ({ item, id, refused }: Props) => {
  const store = useUploadStore()
  const field = useId()
  const categories = useCategories()
  const { language, vip } = useSettings()
  const common = useUpload((state) => state.terms)
  const terms = termsOf(item, common)
  const keys = new Set([item.key])
  const set = (part: Partial<UploadTerms>) => store.getState().edit(keys, { ...part, replace: true })
  useEffect(() => {
    if (!refused) return
    document.getElementById(`${field}p`)?.focus()
    store.getState().endRefusal()
  }, [refused, field, store])
  const folders = item.path.split("/").filter((name) => name && !terms.keywords.includes(name))
  return (
    <div className="up-more" id={id} role="group" aria-label={`${item.title} 的信息`}>
      {categories.length > 0 && (
        <div>
          <label htmlFor={`${field}c`}>分类</label>
          <CategoryField id={`${field}c`} value={terms.category} onChange={(category) => set({ category })} />
        </div>
      )}
      <div>
        <label htmlFor={`${field}p`}>价格</label>
        <PriceField
          id={`${field}p`}
          standalone
          value={item.isPriceUnreadable ? Number.NaN : terms.price}
          onChange={(price) => set({ price: price ?? 0 })}
        />
      </div>
      {language.length > 0 && (
        <div>
          <label htmlFor={`${field}l`}>语言</label>
          <LanguageField id={`${field}l`} value={terms.language} onChange={(code) => set({ language: code })} />
        </div>
      )}
      {vip.enable && (
        <div className="wide">
          <VipField id={`${field}v`} value={terms.is_vip} onChange={(is_vip) => set({ is_vip })} />
        </div>
      )}
      <WithCall call="PUT /document/visibility">
        <div className="wide">
          <label htmlFor={`${field}a`}>可见范围</label>
          <VisibilityField id={`${field}a`} none="默认" value={terms.audience} onChange={(audience) => set({ audience })} />
        </div>
      </WithCall>
      <div className="wide">
        <label htmlFor={`${field}k`}>关键词</label>
        <KeywordsField id={`${field}k`} value={terms.keywords} onChange={(keywords) => set({ keywords })} />
        {folders.length > 0 && (
          <p className="up-folders">
            文件夹名：
            {folders.map((name) => (
              <button
                key={name}
                type="button"
                className="bt sm text"
                aria-label={`加入关键词 ${name}`}
                onClick={() => set({ keywords: [...terms.keywords, name] })}
              >
                + {name}
              </button>
            ))}
          </p>
        )}
      </div>
      <div className="wide">
        <label htmlFor={`${field}d`}>简介</label>
        <Input.TextArea
          id={`${field}d`}
          value={terms.description}
          maxLength={512}
          rows={2}
          placeholder="不写就从正文里摘取"
          onChange={({ target }) => set({ description: target.value })}
        />
      </div>
    </div>
  )
}
