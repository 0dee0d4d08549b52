import { MoreIcon } from "@/components/ui/more-icon"
import { EmailRegister, type Register } from "./email-register"
import { MobileRegister } from "./mobile-register"
import { MailMissing } from "../mail-missing"
import { AccountTabs } from "@/components/ui/tabs"

const Closed = () => (
  <div className="alert warn" role="status">
    <MoreIcon name="alert" />
    <div>
      <b>网站暂未开放用户注册</b>
      <p>需要账号请联系管理员。</p>
    </div>
  </div>
)

type Props = Register & { sms: boolean; open: boolean; sub?: boolean; mail: boolean }

/** Rendered instead of the form when the required code could not be sent. */
const NoCodes = ({ sms }: { sms: boolean }) => (
  <MailMissing title="本站暂时不能用邮箱注册">{sms ? "请改用手机号注册。" : "需要账号请联系管理员。"}</MailMissing>
)

/**
 * Both ways to register, for the registration page and the third-party binding page; a sentence if registration is closed. `mail`: the site
 * can send the code that registration may require.
 */
export const RegisterPanes = ({ sms, open, sub = false, mail, ...form }: Props) =>
  !open ? (
    <Closed />
  ) : (
    <AccountTabs
      sub={sub}
      label="注册方式"
      panes={[
        { key: "email", label: "邮箱注册", content: mail ? <EmailRegister {...form} /> : <NoCodes sms={sms} /> },
        ...(sms ? [{ key: "mobile", label: "手机注册", content: <MobileRegister {...form} /> }] : []),
      ]}
    />
  )
