"use client"

import { useState } from "react"
import { useCall } from "@/components/ui/form/use-call"
import { Link } from "@/components/ui/link"
import { Pick } from "@/components/ui/my-list/pick"
import { api } from "@/lib/api/client"
import { mailChoices, type MailChoice, type NotificationKind } from "@/lib/contract/community/notification.kinds"
import type { NotificationPreference } from "@/lib/contract/types"
import { paths } from "@/lib/rules/path"

type Props = {
  preferences: NotificationPreference[]
  /** the user can receive mails */
  mail: boolean
}

/** The kinds of notifications and their channels. A choice applies at once. */
export const PreferenceForm = ({ preferences, mail }: Props) => {
  const [rows, setRows] = useState(preferences)
  const { busy, call } = useCall()

  const choose = async (changed: NotificationPreference) => {
    const before = rows
    setRows(rows.map((row) => (row.kind === changed.kind ? changed : row)))
    const { kind, site, mail: mailed } = changed
    const saved = await call(
      () => api("PUT /notification/preference", { preference: [{ kind: kind as NotificationKind, site, mail: mailed }] }),
      {
        done: "已保存",
      },
    )
    if (saved === null) setRows(before)
  }

  return (
    <>
      {mail ? null : (
        <p className="nt-note muted">
          现在收不到邮件通知：网站没有开启邮件，或你的邮箱还没有验证。<Link href={paths.myProfile}>去验证邮箱</Link>
        </p>
      )}
      <div className="card nt-prefs" aria-busy={busy}>
        <div className="nt-pref head" aria-hidden="true">
          <span>通知</span>
          <span>站内</span>
          <span>邮件</span>
        </div>
        {rows.map((row) => (
          <div key={row.kind} className="nt-pref" role="group" aria-label={row.title}>
            <span>{row.title}</span>
            <label className="tick">
              <input
                type="checkbox"
                checked={row.site}
                disabled={busy}
                aria-label={`${row.title}：站内通知`}
                onChange={() => void choose({ ...row, site: !row.site })}
              />
            </label>
            <Pick label={`${row.title}：邮件`} value={row.mail} onChange={(value) => void choose({ ...row, mail: value as MailChoice })}>
              {mailChoices.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Pick>
          </div>
        ))}
      </div>
    </>
  )
}
