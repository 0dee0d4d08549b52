import type { Metadata } from "next"
import "@/app/styles/community/complaint.css"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { Link } from "@/components/ui/link"
import { serverApi } from "@/lib/api/server"
import type { ComplaintYear } from "@/lib/contract/types"
import { count } from "@/lib/rules/format"
import { paths } from "@/lib/rules/path"
import { pageError } from "@/lib/api/page-error"
import { pageMetadata } from "@/lib/view/page-metadata"

export const generateMetadata = async (): Promise<Metadata> => {
  const { settings } = await readPageChrome()
  return pageMetadata(settings.system, { title: "透明度报告", description: "版权投诉的数量和处理结果。", path: paths.transparency })
}

type Figure = Exclude<keyof ComplaintYear, "year" | "median_hours">
const figures: [Figure, string][] = [
  ["received", "收到"],
  ["taken_down", "下架"],
  ["dismissed", "不成立"],
  ["countered", "反通知"],
  ["restored", "恢复"],
  ["upheld", "维持下架"],
  ["open", "处理中"],
]

const Year = ({ row }: { row: ComplaintYear }) => (
  <section className="card pad tp-year" aria-labelledby={`year-${row.year}`}>
    <h2 id={`year-${row.year}`} className="num">
      {row.year} 年
    </h2>
    <dl>
      {figures.map(([name, label]) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd className="num">{count(row[name])}</dd>
        </div>
      ))}
    </dl>
    <p className="muted">
      {row.taken_down + row.dismissed > 0
        ? `一半的投诉在 ${Math.max(1, Math.ceil(row.median_hours))} 小时内得到第一次处理。`
        : "还没有处理过的投诉。"}
    </p>
  </section>
)

export default async function TransparencyPage() {
  const reply = await serverApi("GET /complaint/figures")
  if (!reply.ok) throw pageError("投诉统计没有读到", reply)
  const { year } = reply.data
  return (
    <main id="main" className="wrap cp">
      <header className="cp-h">
        <h1>透明度报告</h1>
        <p>
          每年收到多少件
          <Link className="lk" href={paths.complaint}>
            版权投诉
          </Link>
          ，怎样处理。一件投诉针对一位上传者的文档或文章，按收到的年份统计。
        </p>
      </header>
      {year.length > 0 ? year.map((row) => <Year key={row.year} row={row} />) : <p className="card pad">还没有收到版权投诉。</p>}
    </main>
  )
}
