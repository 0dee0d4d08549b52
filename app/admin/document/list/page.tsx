"use client"

import { documentCategories } from "@/components/library/category/admin/categories"
import { crudPage } from "@/components/admin/crud-page"
import { ReviewMarks } from "@/components/admin/review-marks"
import { CoverPanel } from "@/components/library/document/admin/cover-panel"
import { documentForms } from "@/components/library/document/admin/document-forms"
import { batchActions, documentActions, redrawSite } from "@/components/library/document/admin/document-actions"
import { CategoryCell, DayCell, DocumentCell, ExtentCell, PriceCell, StatusCell } from "@/components/library/document/admin/document-cells"
import { LanguageName, LanguagesSelect } from "@/components/library/language/admin/languages"
import { ListTools } from "@/components/library/document/admin/list-tools"
import { ReviewPanel } from "@/components/library/document/admin/review-panel"
import { VersionPanel } from "@/components/library/document/admin/version-panel"
import { RefundBuyersPanel } from "@/components/money/order/admin/refund-buyers-panel"
import { LanguageField, PriceField } from "@/components/library/document/fields/term-fields"
import { api } from "@/lib/api/client"
import { entities } from "@/lib/contract/entities"
import { FeeType } from "@/lib/contract/library/document.choices.enums"
import { DocumentStatus, DocumentVisibility } from "@/lib/contract/library/document.enums"
import { isConverting } from "@/lib/rules/library/document-status"
import { paths } from "@/lib/rules/path"

const columnOnly = { form: false } as const
const counted = { kind: "number", form: false, sort: true } as const
const condition = { form: false, column: false, search: true } as const
const only = (status: number) => ({ status: [String(status)] })

/** Documents: review, categories, recommendation, language, VIP, conversion. */
export default crudPage(entities.document, {
  searchIn: "标题",
  create: false,
  removal: "文档会移到回收站，可以恢复；上传者得到的奖励会收回。",
  restore: { right: "RecycleAPI/RecoverRecycleDocument", call: (id) => api("PUT /document/recycle", { id }) },
  live: (row) => isConverting(row.status),
  empty: { title: "还没有文档", text: "上传第一份，它就会出现在这里。", next: { label: "上传文档", href: paths.upload } },
  views: [
    { label: "全部", filters: {} },
    { label: "待审核", filters: only(DocumentStatus.reviewing), counted: true },
    { label: "转换失败", filters: only(DocumentStatus.failed), counted: true },
    { label: "已禁用", filters: only(DocumentStatus.disabled) },
    { label: "原文件缺失", filters: { file_missing: ["true"] } },
  ],
  panels: { buyers: RefundBuyersPanel, cover: CoverPanel, review: ReviewPanel, version: VersionPanel },
  batchForms: documentForms,
  toolbar: (screen) => (
    <ListTools
      rows={screen.crud.rows}
      mayRedraw={screen.crud.may("SetDocumentReconvert")}
      onRedraw={(scope) => redrawSite(screen, scope)}
    />
  ),
  rowActions: documentActions,
  batchActions,
  fields: {
    title: {
      label: "文档名称",
      title: true,
      required: "请输入文档名称",
      max: 255,
      render: (row) => (
        <>
          <DocumentCell document={row} />
          <ReviewMarks row={row} />
        </>
      ),
    },
    status: {
      ...columnOnly,
      label: "状态",
      kind: "enum",
      options: DocumentStatus,
      search: true,
      card: true,
      render: (row) => <StatusCell document={row} />,
    },
    category_id: {
      label: "分类",
      kind: "ref",
      reference: documentCategories,
      many: true,
      required: "请选择文档分类",
      search: true,
      text: (row) => row.category.map((one) => one.title).join(" / "),
      render: (row) => <CategoryCell category={row.category} />,
    },
    visibility: {
      ...columnOnly,
      label: "可见范围",
      kind: "enum",
      options: DocumentVisibility,
      search: true,
      column: "hidden",
    },
    pages: { ...counted, label: "篇幅", card: true, render: (row) => <ExtentCell pages={row.pages} size={row.size} /> },
    size: { ...counted, label: "字节", column: "hidden" },
    price: {
      label: "价格",
      kind: "number",
      sort: true,
      hint: "0 表示免费",
      render: (row) => <PriceCell document={row} />,
      input: () => <PriceField />,
    },
    is_vip: {
      label: "VIP 文档",
      kind: "switch",
      column: "hidden",
      hint: "会员全文阅读，用会员次数免费下载",
    },
    fee_type: { ...condition, label: "价格", kind: "enum", many: false, options: FeeType },
    language: {
      label: "语言",
      column: "hidden",
      search: true,
      render: (row) => <LanguageName code={row.language} />,
      input: () => <LanguageField />,
      filter: (value, onChange) => <LanguagesSelect value={value} onChange={onChange} />,
    },
    is_recommend: { ...condition, label: "推荐", kind: "switch" },
    file_missing: { ...condition, label: "原文件缺失", kind: "switch" },
    user_id: { ...columnOnly, label: "上传者", kind: "user", card: true, search: true, text: (row) => row.username },
    download_count: { ...counted, label: "下载", card: true },
    view_count: { ...counted, label: "浏览", column: "hidden" },
    favorite_count: { ...counted, label: "收藏", column: "hidden" },
    comment_count: { ...counted, label: "评论", column: "hidden" },
    keywords: { label: "关键词", max: 255, column: "hidden", placeholder: "用逗号隔开" },
    description: { label: "简介", kind: "textarea", max: 1024, column: "hidden", hint: "不写就从正文里摘取" },
    created_at: {
      ...columnOnly,
      label: "上传时间",
      kind: "datetime",
      width: 96,
      sort: true,
      render: (row) => <DayCell at={row.created_at} />,
    },
    recommend_at: { ...columnOnly, label: "推荐时间", kind: "datetime", sort: true, column: "hidden" },
    id: { ...columnOnly, label: "ID", kind: "number", column: "hidden", text: (row) => String(row.id) },
  },
})
