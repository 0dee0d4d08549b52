import { Icon } from "@/components/ui/icon"
import type { IconName } from "@/components/ui/icon-paths"
import { oauthNameOf } from "@/lib/view/oauth"

const drawn: Record<string, IconName> = {
  qq: "qq",
  wechat: "wechat",
  officialaccount: "wechat",
  gitee: "gitee",
  github: "github",
  google: "google",
  custom: "key",
}

/** The picture that staff set, or a drawing of our own. */
export const ProviderIcon = ({ type, src }: { type: number; src: string }) =>
  src ? (
    <img className="provider-icon" src={src} alt="" width={20} height={20} referrerPolicy="no-referrer" />
  ) : (
    <Icon name={drawn[oauthNameOf(type)] ?? "key"} />
  )
