import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { More } from "@/components/ui/more"
import { paths } from "@/lib/rules/path"
import { day } from "@/lib/rules/time"
import type { Headline } from "@/lib/view/site/home"

const all = `${paths.article()}?is_notice=1`

/** The newest announcements of the site, in one static line. Renders nothing if there are none. */
export const Notices = ({ notices }: { notices: Headline[] }) =>
  notices.length > 0 ? (
    <section className="wrap notices" aria-labelledby="notices-title">
      <h2 id="notices-title">
        <Icon name="flag" small />
        网站公告
      </h2>
      <ul>
        {notices.map((notice) => (
          <li key={notice.id}>
            <Link href={paths.article(notice.identifier || notice.id)}>{notice.title}</Link>
            {notice.created_at ? <time dateTime={notice.created_at}>{day(notice.created_at)}</time> : null}
          </li>
        ))}
      </ul>
      <More href={all} />
    </section>
  ) : null
