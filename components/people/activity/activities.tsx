import { Link } from "@/components/ui/link"
import { Time } from "@/components/ui/time"
import type { Activity } from "@/lib/view/people/activity"

const verbs = { document: "上传了文档", article: "发布了文章" }

/** The user's latest activities, newest first. */
export const Activities = ({ activities, now }: { activities: Activity[]; now: number }) =>
  activities.length > 0 ? (
    <aside className="user-acts" aria-labelledby="acts-title">
      <h2 id="acts-title">最近动态</h2>
      <ol>
        {activities.map(({ key, kind, title, href, at }) => (
          <li key={key}>
            <p>
              {verbs[kind]} <Link href={href}>{title}</Link>
            </p>
            <Time value={at} now={now} />
          </li>
        ))}
      </ol>
    </aside>
  ) : null
