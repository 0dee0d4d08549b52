import type { Settings } from "@/lib/contract/types"
import { copyrightYears, footerHref, recordDigits } from "@/lib/view/site/copyright"
import { originOf, paths } from "@/lib/rules/path"
import { withoutMissing } from "@/lib/view/offered-pages"
import { siteName } from "@/lib/rules/site/site-name"

const labels = [
  ["about", "关于我们"],
  ["agreement", "文库协议"],
  ["contact", "联系我们"],
  ["feedback", "意见反馈"],
  ["copyright", "免责声明"],
] as const

const pages = [
  { href: paths.complaint, label: "版权投诉" },
  { href: paths.transparency, label: "透明度报告" },
]

/** Links whose setting has a value, the site map, and the pages that this site has. */
export const FooterLinks = ({ footer, capabilities }: Pick<Settings, "footer" | "capabilities">) => (
  <nav className="links" aria-label="站点信息">
    {labels.map(([name, label]) =>
      footer[name] ? (
        <a key={name} href={footerHref(footer[name])} target="_blank" rel="noopener">
          {label}
        </a>
      ) : null,
    )}
    <a href="/sitemap.xml" target="_blank" rel="noopener">
      站点地图
    </a>
    {withoutMissing(pages, capabilities).map(({ href, label }) => (
      <a key={href} href={href}>
        {label}
      </a>
    ))}
    <a href={paths.apiDocs}>接口文档</a>
  </nav>
)

export const FooterFine = ({ system, year }: { system: Settings["system"]; year: number }) => {
  const domain = originOf(system.domain)
  const name = siteName(system)
  return (
    <div className="fine">
      <span>
        © {copyrightYears(system.copyright_start_year, year)} {domain ? <a href={domain}>{name}</a> : name}
      </span>
      {system.icp ? (
        <a href="https://beian.miit.gov.cn/" target="_blank" rel="noopener noreferrer">
          {system.icp}
        </a>
      ) : null}
      {system.sec_icp ? (
        <a
          href={`https://beian.mps.gov.cn/#/query/webSearch?code=${recordDigits(system.sec_icp)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          {system.sec_icp}
        </a>
      ) : null}
      {system.enable_powered_by ? <span>由豆架 Doujia {system.version} 提供支持</span> : null}
    </div>
  )
}
