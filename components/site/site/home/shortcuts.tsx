import { MoreIcon, type MoreIconName } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

const shortcuts: { href: string; label: string; icon: MoreIconName }[] = [
  { href: paths.upload, label: "上传文档", icon: "upload" },
  { href: paths.myDocuments, label: "我的文档", icon: "file" },
  { href: paths.myFavorites, label: "我的收藏", icon: "star" },
  { href: paths.myDownloads, label: "我的下载", icon: "download" },
]

/** Links to popular pages; visitors who are not logged in are asked to log in. */
export const Shortcuts = () => (
  <section aria-labelledby="shortcuts-title">
    <div className="h-s">
      <h2 id="shortcuts-title">快捷入口</h2>
    </div>
    <ul className="shortcuts">
      {shortcuts.map(({ href, label, icon }) => (
        <li key={href}>
          <Link className="bt" href={href} rel="nofollow">
            <MoreIcon name={icon} small />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </section>
)
