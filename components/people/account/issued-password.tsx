"use client"

import { useSession } from "@/components/providers/session"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { paths } from "@/lib/rules/path"

/**
 * Suggests a new password while the current one was issued by the installer or an administrator, who may have seen it. It blocks nothing.
 * `issued` is what the server knew when it rendered the page, so that the notice does not arrive later and push the page down.
 */
export const IssuedPassword = ({ issued = false }: { issued?: boolean }) => {
  const visible = useSession((state) => state.user?.password_issued ?? (state.ready ? false : issued))
  if (!visible) return null
  return (
    <section className="alert warn issued-password" aria-label="初始密码">
      <MoreIcon name="alert" />
      <div>
        <b>你还在用初始密码</b>
        <p>它由安装程序或管理员生成，别人可能见过。换成只有你知道的密码，更安全。</p>
      </div>
      <Link className="bt sm" href={paths.myPassword}>
        换一个密码
      </Link>
    </section>
  )
}
