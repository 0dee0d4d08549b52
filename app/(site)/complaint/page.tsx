import type { Metadata } from "next"
import "@/app/styles/community/complaint.css"
import { ComplaintFormLater } from "@/components/community/complaint/complaint-form-later"
import { readPageChrome } from "@/components/site/site/read-page-chrome"
import { Link } from "@/components/ui/link"
import { serverApi } from "@/lib/api/server"
import { paths } from "@/lib/rules/path"
import { pageError } from "@/lib/api/page-error"
import { pageMetadata } from "@/lib/view/page-metadata"

export const generateMetadata = async (): Promise<Metadata> => {
  const { settings } = await readPageChrome()
  return pageMetadata(settings.system, { title: "版权投诉", description: "权利人在这里投诉侵权的文档和文章。", path: paths.complaint })
}

/** How long a deadline is: in days where it is whole days. */
const lengthText = (hours: number): string => (hours % 24 === 0 ? `${hours / 24} 天` : `${hours} 小时`)

export default async function ComplaintPage() {
  const reply = await serverApi("GET /complaint/options")
  if (!reply.ok) throw pageError("投诉说明没有读到", reply)
  const { mail, sms, hours, counter_days, wait_days } = reply.data
  return (
    <main id="main" className="wrap cp">
      <header className="cp-h">
        <h1>版权投诉</h1>
        <p>
          如果本站的文档或文章侵犯了你的著作权，请填写这张表。我们在 {lengthText(hours)}内处理，结果发到你的邮箱；处理情况的统计见
          <Link className="lk" href={paths.transparency}>
            透明度报告
          </Link>
          。
        </p>
        <ol>
          <li>核实后下架内容，并把理由告诉上传者。</li>
          <li>上传者可以在 {counter_days} 天内提交反通知；不提交，下架就是最终结果。</li>
          <li>收到反通知会转给你；{wait_days} 天内你没有起诉或投诉，我们可能恢复内容。</li>
        </ol>
      </header>
      {mail || sms ? (
        <ComplaintFormLater mail={mail} sms={sms} />
      ) : (
        <p className="card pad">本站还没有开通邮件和短信，暂时不能在线投诉，请通过页面底部的联系方式找我们。</p>
      )}
    </main>
  )
}
