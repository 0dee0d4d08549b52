"use client"

import { crudPage } from "@/components/admin/crud-page"
import { LanguageName } from "@/components/library/language/admin/languages"
import { collectedActions, collectedBatchActions } from "@/components/collecting/spider/admin/collected-actions"
import { PublishPanel } from "@/components/collecting/spider/admin/publish-panel"
import { TitleCell, UrlCell } from "@/components/collecting/spider/admin/spider-cells"
import { TitlesPanel } from "@/components/collecting/spider/admin/titles-panel"
import { LanguageField, PriceField } from "@/components/library/document/fields/term-fields"
import { entities } from "@/lib/contract/entities"
import { SpiderDocumentStatus as Status } from "@/lib/contract/collecting/spider.enums"
import { fileSize } from "@/lib/rules/format"
import { isBeingFetched, isCollecting } from "@/lib/rules/collecting/spider-document-status"

const columnOnly = { form: false } as const
const hidden = { form: false, column: "hidden" } as const
const only = (...status: number[]) => ({ status: status.map(String) })

/** Documents found by crawls: their titles, download and publication. */
export default crudPage(entities.spiderDocument, {
  searchIn: "标题或链接",
  create: false,
  live: (row) => isCollecting(row.status),
  canSelect: (row) => !isBeingFetched(row.status),
  removal: "下载好的文件会一起删除；已经发布的文档不受影响。",
  empty: {
    title: "还没有采集到文档",
    text: "在“链接采集”里新增链接，找到的文档会出现在这里。",
    next: { label: "去链接采集", href: "/admin/spider/url" },
  },
  views: [
    { label: "全部", filters: {} },
    { label: "待下载", filters: only(Status.found), counted: true },
    { label: "待发布", filters: only(Status.downloaded), counted: true },
    { label: "失败", filters: only(Status.downloadFailed, Status.publishFailed), counted: true },
    { label: "已发布", filters: only(Status.published) },
  ],
  panels: { publish: PublishPanel, titles: TitlesPanel },
  rowActions: collectedActions,
  batchActions: collectedBatchActions,
  fields: {
    title: { label: "正式标题", title: true, max: 255, sort: true, render: (row) => <TitleCell row={row} /> },
    status: {
      ...columnOnly,
      label: "状态",
      kind: "enum",
      options: Status,
      tones: { 0: "", 1: "info", 2: "pri", 3: "info", 4: "bad", 5: "info", 6: "pri", 7: "ok", 8: "bad" },
      search: true,
      sort: true,
      card: true,
    },
    ext: { ...columnOnly, label: "扩展名", card: true },
    size: {
      ...columnOnly,
      label: "大小",
      kind: "number",
      sort: true,
      card: true,
      render: (row) => <span className="num">{row.size ? fileSize(row.size) : "—"}</span>,
    },
    error: { ...columnOnly, label: "提示", card: true },
    url: { ...columnOnly, label: "文档链接", render: (row) => <UrlCell url={row.url} /> },
    title_from_href: { label: "链接标题", max: 255, column: "hidden" },
    title_from_url: { label: "URL标题", max: 255, column: "hidden" },
    title_from_attachment: { label: "附件标题", max: 255, column: "hidden" },
    language: { label: "语言", column: "hidden", render: (row) => <LanguageName code={row.language} />, input: () => <LanguageField /> },
    price: { label: "价格", kind: "number", column: "hidden", hint: "0 表示免费", input: () => <PriceField /> },
    content_type: { ...hidden, label: "ContentType" },
    save_path: { ...hidden, label: "存储路径" },
    spider_url_id: { ...hidden, label: "采集链接", kind: "number", search: "采集链接的 ID", many: false },
    user_id: { ...hidden, label: "发布到用户", kind: "user" },
    category_id: { ...hidden, label: "发布到分类" },
    created_at: { ...hidden, label: "创建时间", kind: "datetime", sort: true },
    updated_at: { ...columnOnly, label: "更新时间", kind: "datetime", sort: true },
  },
})
