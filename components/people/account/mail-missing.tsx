"use client"

import type { ReactNode } from "react"
import { MoreIcon } from "@/components/ui/more-icon"
import { Link } from "@/components/ui/link"
import { settingPath, titleOfScreen } from "@/lib/contract/site/settings.screens"
import { paths } from "@/lib/rules/path"

/** The missing settings for sending mail that contains a link, named after the settings screen where staff configure it. */
export type MissingMailSetting = "email" | "system"

/** Warns before the user types that the site sends no mail, names the alternative, and links to the settings for staff. */
export const MailMissing = ({ title, missing, children }: { title: string; missing: MissingMailSetting; children: ReactNode }) => (
  <div className="alert warn" role="status">
    <MoreIcon name="alert" />
    <div>
      <b>{title}</b>
      <p>{children}</p>
      <p>
        你是管理员？
        <Link className="lk" href={paths.login(settingPath(missing))}>
          登录后到“{titleOfScreen(missing)}”设置
        </Link>
      </p>
    </div>
  </div>
)
