import { Fragment, type ReactNode } from "react"
import { Vip } from "@/components/ui/kind"
import { Link } from "@/components/ui/link"
import { Static } from "@/components/ui/static/static"
import type { DocumentDetail, Settings } from "@/lib/contract/types"
import { price } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { day } from "@/lib/rules/time"
import { DownloadNote } from "./download/price-note"
import { chainOf, downloadRefusal, keywordsOf, servesGuests } from "./download/document-facts"

type Props = { document: DocumentDetail; settings: Settings }

/** Returns the cost of a download for visitors and for logged-in users. */
const notesOf = ({ document, settings }: Props): { stranger: string; member: string } => {
  const { system, download } = settings
  const again = download.free_download_duration > 0 ? `${download.free_download_duration} 天内可重复下载` : ""
  const sentence = (...parts: string[]) => parts.filter(Boolean).join("，")
  if (document.price > 0)
    return {
      stranger: again ? `付一次，${again}` : "登录后下载",
      member: sentence(`需要 ${price(document.price, system.credit_name)}`, again),
    }
  if (document.is_vip && settings.vip.enable) return { stranger: "VIP 会员可以下载", member: "VIP 会员可以下载" }
  const login = servesGuests(document, settings) ? "无需登录即可下载" : "登录即可下载"
  return { stranger: sentence(login, again), member: sentence("可直接下载", again) }
}

/** Returns the facts that are not beside the title: language, date and category; empty ones are left out. */
const factsOf = ({ document, settings }: Props): [string, ReactNode][] => {
  const language = settings.language.find(({ code }) => code === document.language)?.language ?? ""
  const category = chainOf(document.category).at(-1)
  const facts: [string, ReactNode][] = [
    ["语言", language],
    ["上传", document.created_at && <time dateTime={document.created_at}>{day(document.created_at)}</time>],
    [
      "分类",
      category && (
        <Link className="lk" href={paths.category(category.id)}>
          {category.title}
        </Link>
      ),
    ],
  ]
  return facts.filter(([, value]) => Boolean(value))
}

/** Price, facts and keywords. */
export const InfoPanel = (props: Props) => {
  const { document, settings } = props
  const keywords = keywordsOf(document)
  const refusal = downloadRefusal(document)
  return (
    <div className="card pad">
      <div className="buy">
        <b className={document.price > 0 ? undefined : "free"}>{price(document.price, settings.system.credit_name)}</b>
        {document.is_vip && settings.vip.enable && <Vip />}
      </div>
      {refusal ? <p className="note">{refusal}</p> : <DownloadNote {...notesOf(props)} />}
      <dl>
        {factsOf(props).map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </Fragment>
        ))}
      </dl>
      <Static>
        {keywords.length > 0 && (
          <div className="rel keywords" role="group" aria-label="关键词">
            {keywords.map((word) => (
              <Link key={word} href={paths.search(word)}>
                {word}
              </Link>
            ))}
          </div>
        )}
      </Static>
    </div>
  )
}
