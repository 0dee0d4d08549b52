"use client"

import { Checkbox, Form, Input } from "antd"
import { useEffect, useId, useRef } from "react"
import { VipField } from "@/components/library/document/fields/vip-field"
import { useSettings } from "@/components/providers/settings"
import type { UploadTerms } from "@/lib/upload/terms"
import { isBusy, isOpen, type UploadItem } from "@/lib/upload/item"
import { KeywordsField } from "@/components/ui/form/keywords-field"
import { WithCall } from "@/components/ui/with-call"
import { CategoryField } from "./category-field"
import { LanguageField, PriceField, priceProblem } from "@/components/library/document/fields/term-fields"
import { needsGroup, VisibilityField } from "@/components/library/document/fields/visibility-field"
import { useCategories, useUpload, useUploadStore } from "./upload-context"

type Fields = Omit<UploadTerms, "price"> & { price: number | null }

const needsCategory = (item: UploadItem) => (isOpen(item) || item.phase === "queued") && !item.own.category

/** The terms of all files and the start button. `left` = remaining uploads today. */
export const UploadForm = ({ left }: { left: number | null }) => {
  const store = useUploadStore()
  const id = useId()
  const categories = useCategories()
  const { language, vip } = useSettings()
  const [form] = Form.useForm<Fields>()
  const terms = useUpload((state) => state.terms)
  const review = useUpload((state) => state.review)
  const open = useUpload((state) => state.items.filter(isOpen).length)
  const failed = useUpload((state) => state.items.filter(({ phase }) => phase === "failed").length)
  const busy = useUpload((state) => state.items.filter(isBusy).length)
  const ready = useUpload((state) => state.items.filter(({ phase }) => phase === "ready").length)
  /** choosing files comes first */
  const none = useUpload((state) => state.items.length === 0)
  const duplicates = useUpload((state) => state.items.filter(({ phase }) => phase === "duplicate").length)
  // active uploads already count
  const rest = left === null ? Infinity : Math.max(0, left - busy - ready - duplicates)
  const waiting = Math.min(open, rest)
  // files that failed are retried in the list; they do not hold back those that are ready
  const submits = ready > 0 && open - failed <= 0

  // a batch edit may also change them; a price that cannot be read is in the form only, and setting any field would remove its error
  const lastTerms = useRef(terms)
  useEffect(() => {
    const before: Record<string, unknown> = lastTerms.current
    const typed: Record<string, unknown> = form.getFieldsValue(true)
    const changed = Object.entries(terms).filter(([name, value]) => value !== before[name] && value !== typed[name])
    lastTerms.current = terms
    if (changed.length > 0) form.setFieldsValue(Object.fromEntries(changed))
  }, [form, terms])

  const demand = (_rule: unknown, category: number) =>
    category || !categories.length || !store.getState().items.some(needsCategory)
      ? Promise.resolve()
      : Promise.reject(new Error("请选择文档分类"))
  const submit = () => store.getState().submit(new Set(store.getState().items.flatMap(({ key, phase }) => (phase === "ready" ? key : []))))
  const change = ({ price, ...rest }: Partial<Fields>) =>
    store.getState().setTerms({ ...rest, ...(price !== undefined && !Number.isNaN(price) && { price: price ?? 0 }) })
  return (
    <div className="up-side">
      <Form<Fields>
        noValidate
        id={id}
        form={form}
        className="form card pad"
        layout="vertical"
        size="large"
        initialValues={terms}
        onValuesChange={change}
        onFinish={() => store.getState().start(rest)}
      >
        <h2>文档信息</h2>
        <p className="muted up-form-sub">每一份都用，单独改过的除外</p>
        <Form.Item name="category" label="文档分类" required hidden={categories.length === 0} rules={[{ validator: demand }]}>
          <CategoryField />
        </Form.Item>
        <Form.Item name="price" label="下载价格" extra="0 表示免费" rules={[{ type: "integer", min: 0, message: priceProblem }]}>
          <PriceField />
        </Form.Item>
        {vip.enable && (
          <Form.Item name="is_vip">
            <VipField />
          </Form.Item>
        )}
        {language.length > 0 && (
          <Form.Item name="language" label="语言">
            <LanguageField />
          </Form.Item>
        )}
        <WithCall call="PUT /document/visibility">
          <Form.Item name="audience" label="可见范围" rules={[{ validator: needsGroup }]}>
            <VisibilityField none="默认" />
          </Form.Item>
        </WithCall>
        <Form.Item name="keywords" label="关键词">
          <KeywordsField />
        </Form.Item>
        <Form.Item name="description" label="简介" extra="不写就从正文里摘取">
          <Input.TextArea maxLength={512} rows={3} placeholder="讲了什么，适合谁看" />
        </Form.Item>
        <Checkbox checked={review} onChange={({ target }) => store.getState().setReview(target.checked)}>
          传完先核对，再提交
        </Checkbox>
      </Form>
      <div className="up-go">
        {submits || (ready > 0 && waiting === 0) ? (
          <>
            <button type="button" className="bt p lg block" onClick={submit}>
              提交 {ready} 份文档
            </button>
            {failed > 0 && (
              <p className="muted up-form-sub" role="status">
                另有 {failed} 份没有传成，可以在列表里重试
              </p>
            )}
          </>
        ) : (
          <button type="submit" form={id} className={none ? "bt lg block" : "bt p lg block"} disabled={waiting === 0}>
            {waiting > 0 ? `上传 ${waiting} 份文档` : busy > 0 ? `正在上传 ${busy} 份` : open > 0 ? "今天的份数用完了" : "先选择文件"}
          </button>
        )}
      </div>
    </div>
  )
}
