import { Icon } from "@/components/ui/icon"
import { EmailRegister, type Register } from "./email-register"
import { MobileRegister } from "./mobile-register"
import { AccountTabs } from "../tabs"

const Closed = () => (
  <div className="alert warn" role="status">
    <Icon name="alert" />
    <div>
      <b>网站暂未开放用户注册</b>
      <p>需要账户请联系管理员。</p>
    </div>
  </div>
)

/** Both ways to an account, for the page of registering and for the one of binding; a sentence while the site registers nobody. */
export const RegisterPanes = ({ sms, open, sub = false, ...form }: Register & { sms: boolean; open: boolean; sub?: boolean }) =>
  !open ? (
    <Closed />
  ) : (
    <AccountTabs
      sub={sub}
      label="注册方式"
      panes={[
        { key: "email", label: "邮箱注册", content: <EmailRegister {...form} /> },
        ...(sms ? [{ key: "mobile", label: "手机注册", content: <MobileRegister {...form} /> }] : []),
      ]}
    />
  )
