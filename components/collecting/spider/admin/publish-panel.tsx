"use client"

import { useMemo } from "react"
import { documentCategories } from "@/components/library/category/admin/categories"
import type { Named } from "@/components/admin/crud/field"
import { FormDrawer } from "@/components/admin/crud/form-drawer"
import type { PanelProps } from "@/components/admin/crud/options"
import { readUsers } from "@/components/admin/form/read-users"
import { useSession } from "@/components/providers/session"
import { LanguageField, PriceField } from "@/components/library/document/fields/term-fields"
import { api } from "@/lib/api/client"
import { SpiderDocumentStatus as Status } from "@/lib/contract/collecting/spider.enums"
import type { SpiderDocument } from "@/lib/contract/types"
import { fileSize } from "@/lib/rules/format"
import { isPublishable } from "@/lib/rules/collecting/spider-document-status"

/** Returns why a document cannot be published; "" = it can. */
const reasonAgainst = (row: SpiderDocument): string => {
  if (isPublishable(row)) return ""
  return row.title.trim() ? Status.labelOf(row.status) : "没有正式标题"
}

/** 发布选中: sets owner, category and price of the documents; reports which of them meet the conditions. */
export const PublishPanel = ({ rows, crud, onClose }: PanelProps<"/spiderdocument">) => {
  const self = useSession((state) => state.user?.id ?? 0)
  const ready = rows.filter(isPublishable)
  const fields = useMemo(
    (): Named[] => [
      { name: "user_id", label: "发布到用户", kind: "user", required: "请选择用户", initial: self, hint: "文档会算作 TA 上传的" },
      {
        name: "category_id",
        label: "发布到分类",
        kind: "ref",
        reference: documentCategories,
        required: "请选择发布到的分类",
      },
      { name: "price", label: "文档价格", kind: "number", hint: "0 表示免费", initial: 0, input: () => <PriceField /> },
      { name: "language", label: "文档语言", hint: "只用于还没有语言的文档", input: () => <LanguageField /> },
    ],
    [self],
  )
  return (
    <FormDrawer
      open
      title={`发布 ${rows.length} 份采集文档`}
      fields={fields}
      row={null}
      ok={`提交发布${ready.length < rows.length ? `（${ready.length} 份）` : ""}`}
      done={ready.length < rows.length ? "加入发布队列成功，已跳过不满足条件的文档" : "加入发布队列成功"}
      question={async ({ user_id }) => {
        if (!ready.length) return { ok: false, status: 400, message: "文档正式标题为空，无法发布" }
        const user = await readUsers([Number(user_id)])
        if (!user.ok) return user
        const title = `把 ${ready.length} 份文档发布到 ${user.data}？`
        return { ...user, data: { title, content: "文档会算作 TA 上传的，收入也归 TA。", okText: "确认发布" } }
      }}
      onSave={async ({ user_id, category_id, price, language }) => {
        const common = {
          status: Status.publishQueued,
          user_id: Number(user_id),
          category_id: category_id as number[],
          price: Number(price ?? 0),
        }
        const spider_document = ready.map((row) => ({
          id: row.id,
          ...common,
          ...(row.language || !language ? {} : { language: String(language) }),
        }))
        const reply = await api("PUT /spiderdocument/batch", { spider_document })
        if (reply.ok) crud.reload()
        return reply
      }}
      onClose={onClose}
    >
      <ul className="adm-people" aria-label="发布条件">
        {rows.map((row) => {
          const reason = reasonAgainst(row)
          return (
            <li key={row.id}>
              <span className="wide">
                <b>{row.title || row.title_from_href || row.url}</b>{" "}
                <span className="muted">
                  {row.ext} {row.size ? fileSize(row.size) : ""}
                </span>
              </span>
              {reason ? <span className="st bad">不满足：{reason}</span> : <span className="st ok">满足</span>}
            </li>
          )
        })}
      </ul>
    </FormDrawer>
  )
}
