import type { MoreIconName } from "@/components/ui/more-icon"

export type AccountCommand = { key: "profile" | "password" | "token" | "logout"; label: string; icon: MoreIconName; listed: boolean }

/** The account commands. Copying the token is not in the dropdown (docs/reference/specification.md 2): Ctrl/⌘ + Shift + K. */
export const accountCommands: readonly AccountCommand[] = [
  { key: "profile", label: "个人资料", icon: "user", listed: true },
  { key: "password", label: "修改密码", icon: "lock", listed: true },
  { key: "token", label: "复制 JSON Web Token", icon: "qrcode", listed: false },
  { key: "logout", label: "退出登录", icon: "logout", listed: true },
]

export const isTokenKey = (event: KeyboardEvent): boolean =>
  (event.ctrlKey || event.metaKey) && event.shiftKey && event.key.toLowerCase() === "k"
