import type { CrudAction } from "@/components/admin/crud/actions"
import type { Screen } from "@/components/admin/crud/options"
import { callForEach, type Undo } from "@/components/admin/crud/use-act"
import { api } from "@/lib/api/client"
import { DocumentRecommend } from "@/lib/contract/library/document.choices.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Document } from "@/lib/contract/types"
import { isHidden, mayReconvert, mayReview } from "@/lib/rules/library/document-status"
import { adoptLanguages } from "../../language/admin/adopt-languages"
import { takeFile } from "./take-file"

type Rows = Document[]
/** The panels of the document list. */
export type DocumentPanel =
  | "review"
  | "reject"
  | "disable"
  | "category"
  | "language"
  | "visibility"
  | "price"
  | "version"
  | "cover"
  | "buyers"
type DocumentScreen = Screen<"/document", DocumentPanel>

const idsOf = (rows: Rows): number[] => rows.map((row) => row.id)
const nameOf = (rows: Rows): string => (rows.length === 1 ? `“${rows[0]!.title}”` : ` ${rows.length} 份文档`)
const inReview = (row: Document): boolean => row.status === DocumentStatus.reviewing
const mayConvertAgain = ({ status, convert_error }: Document): boolean => mayReconvert(status, convert_error !== "")

const approve = (rows: Rows, { act }: DocumentScreen) => {
  const ask = {
    title: `通过${nameOf(rows)}？`,
    content: "通过后所有人都能阅读，还没有转换完的页面接着转换。不在审核中的文档不受影响。",
    okText: "审核通过",
  }
  return () =>
    void act({ ask, call: () => api("PUT /document/check", { id: idsOf(rows), status: DocumentStatus.pending }), done: "审批成功" })
}
const enable =
  (rows: Rows, { act }: DocumentScreen) =>
  () =>
    void act({ call: () => api("PUT /document/check", { id: idsOf(rows), status: DocumentStatus.converted }), done: "审批成功" })
/** Returns the undo that restores every row's recommendation with its time; recommended documents are sorted by that time. */
const recommendedBefore = (rows: Rows): Undo => ({
  // a recommendation can be restored only together with its time
  takes: rows.some((row) => row.recommend_at !== null) ? "PUT /document/recommend recommend_at" : undefined,
  call: () =>
    callForEach(
      rows,
      (row) => row.recommend_at,
      (same) => {
        const { recommend_at } = same[0]!
        const before = recommend_at === null ? { type: DocumentRecommend.cancel } : { type: DocumentRecommend.again, recommend_at }
        return api("PUT /document/recommend", { id: idsOf(same), ...before })
      },
    ),
})
const recommend =
  (rows: Rows, type: number, { act }: DocumentScreen) =>
  () => {
    const untouched = (row: Document) => (type === DocumentRecommend.cancel ? !row.recommend_at : row.recommend_at !== null)
    const turned = type === DocumentRecommend.again ? rows : rows.filter((row) => !untouched(row))
    const undo = turned.length > 0 ? recommendedBefore(turned) : undefined
    void act({ call: () => api("PUT /document/recommend", { id: idsOf(rows), type }), undo })
  }
const setVip =
  (rows: Rows, is_vip: boolean, { act }: DocumentScreen) =>
  () => {
    const turned = idsOf(rows.filter((row) => row.is_vip !== is_vip))
    void act({
      call: () => api("PUT /document/vip", { document_id: idsOf(rows), is_vip }),
      done: "修改成功",
      undo: turned.length > 0 ? { call: () => api("PUT /document/vip", { document_id: turned, is_vip: !is_vip }) } : undefined,
    })
  }
const counted = ({ count }: { count: number }): string => (count > 0 ? `已排队 ${count} 份，请耐心等待重新转换` : "没有需要重新转换的文档")
const redraw =
  (rows: Rows, { act }: DocumentScreen) =>
  () =>
    void act({ call: () => api("PUT /document/reconvert", { id: idsOf(rows) }), done: counted })

/** Which documents to convert again: the failed ones, those converted while the server lacked a program or fonts, or all. */
export type RedrawScope = "failed" | "incomplete" | "all"
const redrawings: Record<RedrawScope, { title: string; content: string; okText: string; input: { all?: true; incomplete?: true } }> = {
  failed: {
    title: "重新转换所有失败的文档？",
    content: "转换失败的文档全部重新排队，已经能阅读的不受影响。",
    okText: "重新转换",
    input: {},
  },
  incomplete: {
    title: "重新转换缺公式或字体的文档？",
    content: "服务器缺少 LibreOffice Math 或中文字体时转换的文档重新排队，请先装好它们。新的页面画好之前，读者看到的还是原来的。",
    okText: "重新转换",
    input: { incomplete: true },
  },
  all: {
    title: "重新转换所有文档？",
    content: "失败的和能阅读的全部重新排队，很多时要几小时。新的页面画好之前，读者看到的还是原来的。",
    okText: "全部重新转换",
    input: { all: true },
  },
}

/** Queues documents of the whole site again, after a confirmation. */
export const redrawSite = ({ act }: DocumentScreen, scope: RedrawScope) => {
  const { input, ...ask } = redrawings[scope]
  void act({ ask, call: () => api("PUT /document/reconvert", input), done: counted })
}

/** The actions on one document. A review continues with the page's other documents in review. */
export const documentActions = (row: Document, screen: DocumentScreen): CrudAction[] => {
  const { crud, show, may } = screen
  const mayCheck = crud.may("CheckDocument")
  const recommended = row.recommend_at !== null
  const noRecommend = !crud.may("SetDocumentRecommend")
  return [
    {
      key: "review",
      label: "审核",
      icon: "eye",
      lead: true,
      hidden: !mayCheck || !mayReview(row.status),
      onClick: () => show("review", [row, ...crud.rows.filter((one) => inReview(one) && one.id !== row.id)]),
    },
    {
      key: "file",
      label: "下载原文件",
      icon: "download",
      hidden: !isHidden(row.status) || !crud.may("DownloadDocumentToBeReviewed"),
      onClick: () => void takeFile(row.id, screen.feedback),
    },
    {
      key: "version",
      label: "文件版本",
      icon: "upload",
      call: "PUT /document/file",
      hidden: !crud.may("Update") || !crud.may("Get"),
      onClick: () => show("version", [row]),
    },
    {
      key: "cover",
      label: "封面",
      icon: "picture",
      call: "PUT /document own_cover",
      hidden: !crud.may("Update"),
      onClick: () => show("cover", [row]),
    },
    {
      key: "buyers",
      label: "退还购买者",
      icon: "coin",
      danger: true,
      hidden: !row.file_missing || !may("OrderAPI/RefundOrder"),
      onClick: () => show("buyers", [row]),
    },
    {
      key: "redraw",
      label: "重新转换",
      icon: "rotate",
      call: "PUT /document/reconvert id",
      hidden: !mayConvertAgain(row) || !crud.may("SetDocumentReconvert"),
      onClick: redraw([row], screen),
    },
    {
      key: "recommend",
      label: recommended ? "重新推荐（置顶）" : "设为推荐",
      icon: "star",
      hidden: noRecommend,
      onClick: recommend([row], recommended ? DocumentRecommend.again : DocumentRecommend.set, screen),
    },
    {
      key: "unrecommend",
      label: "取消推荐",
      icon: "minus",
      hidden: noRecommend || !recommended,
      onClick: recommend([row], DocumentRecommend.cancel, screen),
    },
    {
      key: "enable",
      label: "启用",
      icon: "success",
      hidden: !mayCheck || row.status !== DocumentStatus.disabled,
      onClick: enable([row], screen),
    },
    {
      key: "disable",
      label: "禁用",
      icon: "lock",
      danger: true,
      hidden: !mayCheck || row.status === DocumentStatus.disabled,
      onClick: () => show("disable", [row]),
    },
  ]
}

/** The actions on the selected documents. The server skips documents whose status does not allow an action. */
export const batchActions = (rows: Rows, screen: DocumentScreen): CrudAction[] => {
  const { crud, show } = screen
  return [
    {
      key: "check",
      label: "审批",
      hidden: !crud.may("CheckDocument"),
      items: [
        {
          key: "review",
          label: "逐份审核",
          icon: "eye",
          disabled: !rows.some(inReview),
          onClick: () => show("review", rows.filter(inReview)),
        },
        {
          key: "approve",
          label: "审核通过",
          icon: "check",
          disabled: !rows.some((row) => mayReview(row.status)),
          onClick: approve(
            rows.filter((row) => mayReview(row.status)),
            screen,
          ),
        },
        {
          key: "reject",
          label: "拒绝",
          icon: "close",
          danger: true,
          disabled: !rows.some(inReview),
          onClick: () => show("reject", rows.filter(inReview)),
        },
        {
          key: "enable",
          label: "启用",
          icon: "success",
          disabled: !rows.some((row) => row.status === DocumentStatus.disabled),
          onClick: enable(
            rows.filter((row) => row.status === DocumentStatus.disabled),
            screen,
          ),
        },
        { key: "disable", label: "禁用", icon: "lock", danger: true, onClick: () => show("disable", rows) },
      ],
    },
    { key: "category", label: "分类", icon: "folder", hidden: !crud.may("SetDocumentsCategory"), onClick: () => show("category", rows) },
    {
      key: "language",
      label: "语言",
      hidden: !crud.may("SetDocumentsLanguage"),
      items: [
        { key: "language", label: "选择语言", icon: "letters", onClick: () => show("language", rows) },
        {
          key: "detect",
          label: "自动识别",
          icon: "search",
          call: "PUT /document/detect/language",
          onClick: () => void adoptLanguages(rows, screen),
        },
      ],
    },
    {
      key: "recommend",
      label: "推荐",
      hidden: !crud.may("SetDocumentRecommend"),
      items: [
        { key: "recommend", label: "设为推荐", icon: "star", onClick: recommend(rows, DocumentRecommend.set, screen) },
        { key: "unrecommend", label: "取消推荐", icon: "minus", onClick: recommend(rows, DocumentRecommend.cancel, screen) },
      ],
    },
    {
      key: "visibility",
      label: "可见范围",
      icon: "eye",
      hidden: !crud.may("SetDocumentsVisibility"),
      onClick: () => show("visibility", rows),
    },
    {
      key: "price",
      label: "价格",
      icon: "coin",
      call: "PUT /document/price",
      hidden: !crud.may("Update"),
      onClick: () => show("price", rows),
    },
    {
      key: "vip",
      label: "VIP",
      hidden: !crud.may("SetDocumentsVIP"),
      items: [
        { key: "vip", label: "设为 VIP 文档", icon: "star", onClick: setVip(rows, true, screen) },
        { key: "novip", label: "取消 VIP 文档", icon: "minus", onClick: setVip(rows, false, screen) },
      ],
    },
    {
      key: "redraw",
      label: "重新转换",
      icon: "rotate",
      call: "PUT /document/reconvert id",
      hidden: !crud.may("SetDocumentReconvert"),
      disabled: !rows.some(mayConvertAgain),
      onClick: redraw(rows, screen),
    },
  ]
}
