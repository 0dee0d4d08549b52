import { PasswordForm } from "@/components/people/account/me/password-form"
import { MeHead } from "@/components/people/account/me/me-head"
import { AntdProvider } from "@/components/ui/antd"
import "@/app/styles/people/account-me-form.css"
import { paths } from "@/lib/rules/path"
import { currentUser } from "../current-user"
import { meMetadata } from "../me-metadata"

export const generateMetadata = meMetadata("修改密码")

export default async function PasswordPage() {
  const { has_password } = await currentUser(paths.myPassword)
  return (
    <>
      <MeHead title={has_password ? "修改密码" : "设置密码"} />
      <div className="card pad form-card">
        {!has_password && <p className="own-note">你还没有密码。为了安全，请在登录后 30 分钟内设置；超过了就重新登录一次。</p>}
        <AntdProvider>
          <PasswordForm hasPassword={has_password} />
        </AntdProvider>
      </div>
    </>
  )
}
