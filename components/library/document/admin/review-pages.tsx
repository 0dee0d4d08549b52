"use client"

import { useMay } from "@/components/providers/use-may"
import { useFeedback } from "@/components/providers/feedback"
import { Icon } from "@/components/ui/icon"
import { MoreIcon } from "@/components/ui/more-icon"
import { Kind } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import type { Document } from "@/lib/contract/types"
import { count, fileSize } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { minute } from "@/lib/rules/time"
import { PageStack } from "../versions/page-stack"
import { CategoryCell, PriceCell } from "./document-cells"
import { LanguageName } from "../../language/admin/languages"
import { takeFile } from "./take-file"

/** A document under review: the uploader's statements and, if it has been converted before, its pages. */
export const ReviewPages = ({ document }: { document: Document }) => {
  const may = useMay()
  const feedback = useFeedback()
  const ready = Math.min(document.pages, document.converted_pages)
  const ext = document.enable_gzip ? `.gzip${document.preview_ext}` : document.preview_ext
  const facts: [string, React.ReactNode][] = [
    [
      "上传者",
      <Link key="user" className="lk" href={paths.user(document.user_id)} target="_blank">
        {document.username || `用户 ${document.user_id}`}
      </Link>,
    ],
    ["上传时间", document.created_at ? minute(document.created_at) : "—"],
    ["分类", <CategoryCell key="category" category={document.category} />],
    ["语言", <LanguageName key="language" code={document.language} />],
    ["价格", <PriceCell key="price" document={document} />],
    ["大小", document.pages > 0 ? `${fileSize(document.size)}，${count(document.pages)} 页` : fileSize(document.size)],
    ["关键词", document.keywords || "—"],
    ["简介", document.description || "—"],
  ]
  return (
    <div className="adm-review">
      <h2>
        <Kind ext={document.ext} />
        {document.title}
      </h2>
      {document.reject_reason ? (
        <div className="alert warn">
          <MoreIcon name="alert" />
          <b>上次没有通过：{document.reject_reason}</b>
        </div>
      ) : null}
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="adm-review-acts">
        {may("DocumentAPI/DownloadDocumentToBeReviewed") ? (
          <button type="button" className="bt" onClick={() => void takeFile(document.id, feedback)}>
            <Icon name="download" small />
            下载原文件
          </button>
        ) : null}
        <Link className="bt" href={paths.document(document.uuid)} target="_blank">
          <Icon name="next" small />
          打开文档页
        </Link>
      </div>
      {ready === 0 ? (
        <p className="adm-review-none">
          {document.convert_error ? `没有转换成功：${document.convert_error}。` : "还没有转换出页面，转换好了就在这里。"}
          {may("DocumentAPI/DownloadDocumentToBeReviewed") ? "下载原文件也能看到内容。" : ""}
        </p>
      ) : null}
      <PageStack
        pages={ready}
        address={(page) => paths.page(document.uuid, page, ext, document.version)}
        width={document.width}
        height={document.height}
      />
    </div>
  )
}
