import type { MoreIconName } from "@/components/ui/more-icon"
import { paths } from "@/lib/rules/path"

export type PersonalLink = { href: string; label: string; icon: MoreIconName }

/** Returns the personal links for menu and drawer (docs/reference/specification.md 2). Only finished pages are listed. */
export const personalLinks = (userId: number, allowedPages: string[]): PersonalLink[] => [
  { href: paths.user(userId), label: "个人主页", icon: "home" },
  { href: paths.me, label: "个人中心", icon: "user" },
  { href: paths.upload, label: "上传文档", icon: "upload" },
  { href: paths.post, label: "发布文章", icon: "pencil" },
  ...(allowedPages.length > 0 ? [{ href: paths.admin, label: "管理后台", icon: "dashboard" } as const] : []),
]
