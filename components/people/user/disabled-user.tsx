"use client"

import "@/app/styles/people/user.css"
import { Empty } from "@/components/ui/empty"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

/** Replaces the page of a user whose account is disabled; displays none of their data. */
export const DisabledUser = () => (
  <main id="main" className="wrap list user-page">
    <div className="card user-gone">
      <Empty
        title="该用户已被停用"
        level="h1"
        action={
          <Link className="bt" href={paths.home}>
            返回首页
          </Link>
        }
      >
        这个账号暂时不能使用，个人主页也不再显示。
      </Empty>
    </div>
  </main>
)
