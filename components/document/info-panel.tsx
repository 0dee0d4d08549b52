import { Link } from "@/components/ui/link"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { count, price } from "@/lib/domain/format"
import { paths } from "@/lib/domain/path"
import { day } from "@/lib/domain/time"
import { chainOf, formatOf } from "./document-facts"

type Props = { document: DocumentDetail; settings: Settings }

const note = ({ document, settings: { download } }: Props): string => {
  const again = download.free_download_duration > 0 ? `${download.free_download_duration} 天内可重复下载` : ""
  if (document.price > 0) return again ? `付一次，${again}` : "登录后下载"
  return [download.enable_guest_download ? "无需登录即可下载" : "登录即可下载", again].filter(Boolean).join("，")
}

/** What it costs and what it is. */
export const InfoPanel = (props: Props) => {
  const { document, settings } = props
  const credit = settings.system.credit_name
  const language = settings.language.find(({ code }) => code === document.language)?.language ?? ""
  const category = chainOf(document.category).at(-1)
  return (
    <div className="card pad">
      <div className="buy">
        <b className={document.price > 0 ? undefined : "free"}>{price(document.price, credit)}</b>
      </div>
      <p className="note">{note(props)}</p>
      <dl>
        <dt>格式</dt>
        <dd>{formatOf(document)}</dd>
        {document.pages > 0 && (
          <>
            <dt>页数</dt>
            <dd className="num">{count(document.pages)} 页</dd>
          </>
        )}
        {language && (
          <>
            <dt>语言</dt>
            <dd>{language}</dd>
          </>
        )}
        {document.created_at && (
          <>
            <dt>上传</dt>
            <dd className="num">
              <time dateTime={document.created_at}>{day(document.created_at)}</time>
            </dd>
          </>
        )}
        {category && (
          <>
            <dt>分类</dt>
            <dd>
              <Link className="lk" href={paths.category(category.id)}>
                {category.title}
              </Link>
            </dd>
          </>
        )}
      </dl>
    </div>
  )
}
