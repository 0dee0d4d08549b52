import type { DocumentDetail } from "@/lib/contract/types"
import { price } from "@/lib/rules/format"
import { downloadRefusal, pagesLeft, sizeNote } from "./document-facts"
import { DownloadButton } from "./download-button"
import { GateNote } from "./price-note"

type Props = { document: DocumentDetail; creditName: string; guests: boolean; vip: boolean }

const offer = ({ document, creditName, guests, vip }: Props): string => {
  const refusal = downloadRefusal(document)
  if (refusal) return `${refusal}。`
  if (document.price > 0) return `下载原文件需要 ${price(document.price, creditName)}。`
  if (document.is_vip && vip) return "这份文档供 VIP 会员免费下载，下载原文件就能读完。"
  return guests ? "这份文档免费，下载原文件就能读完。" : "这份文档免费，登录即可下载原文件。"
}

/** Displayed after the last preview page: the number of remaining pages and how to get them. */
export const GateCard = (props: Props) => {
  const { document, creditName } = props
  const left = pagesLeft(document)
  if (!left) return null
  const refusal = downloadRefusal(document)
  const cost = document.price > 0 ? price(document.price, creditName) : ""
  return (
    <div className="gate">
      <h2>
        可预览 {document.preview} 页，其余 {left} 页{refusal ? "不能阅读" : "下载后阅读"}
      </h2>
      <p className="sub">{cost && !refusal ? <GateNote text={offer(props)} /> : offer(props)}</p>
      {!refusal && <DownloadButton id={document.id} uuid={document.uuid} note={sizeNote(document)} cost={cost} icon />}
    </div>
  )
}
