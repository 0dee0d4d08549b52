"use client"

import { useState } from "react"
import { AntdProvider } from "@/components/ui/antd"
import { MoreIcon } from "@/components/ui/more-icon"
import type { User } from "@/lib/contract/types"
import type { AddressWay } from "./address-proof"
import { BindForm } from "./bind-form"

type Owner = Pick<User, "email" | "mobile" | "email_verified" | "mobile_verified">
/** `channels`: to which of them this site can send codes. */
type Props = { user: Owner; channels: Record<AddressWay, boolean> }

const ways: readonly AddressWay[] = ["email", "mobile"]

const names = { email: "邮箱", mobile: "手机" } as const

/** Masks a number as 138****0000; an e-mail address keeps its first letter and its domain. */
const masked = (way: AddressWay, address: string): string =>
  way === "mobile" ? address.replace(/^(\d{3})\d{4}(\d{4})$/, "$1****$2") : address.replace(/^(.).*(@.*)$/, "$1***$2")

/** E-mail and mobile number: displays whether each is verified, and binds or changes it with a code. */
export const Bindings = ({ user, channels }: Props) => {
  const [open, setOpen] = useState<AddressWay | "">("")
  return (
    <ul className="card rows">
      {ways.map((way) => {
        const address = user[way]
        const proven = user[`${way}_verified`]
        return (
          <li key={way}>
            <div className="row-main">
              <MoreIcon name={way === "email" ? "mail" : "phone"} />
              <div>
                <b>{names[way]}</b>
                <p className="muted">{address ? masked(way, address) : `未绑定，绑定后可以用${names[way]}找回密码`}</p>
              </div>
              {address && <span className={proven ? "tag ok" : "tag warn"}>{proven ? "已验证" : "未验证"}</span>}
              {channels[way] && open !== way && (
                <button type="button" className="bt" aria-label={`${verbOf(address, proven)}${names[way]}`} onClick={() => setOpen(way)}>
                  {verbOf(address, proven)}
                </button>
              )}
            </div>
            {!channels[way] && (
              <p className="row-note">
                本站还没有开通{way === "email" ? "邮件" : "短信"}服务，暂时不能绑定{names[way]}。
              </p>
            )}
            {open === way && (
              <AntdProvider>
                <BindForm way={way} address={proven ? "" : address} onDone={() => setOpen("")} onCancel={() => setOpen("")} />
              </AntdProvider>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const verbOf = (address: string, proven: boolean): string => (!address ? "绑定" : proven ? "更换" : "验证")
