"use client"

import { CodeItem, mailLabels, smsLabels } from "@/components/people/account/fields/code-item"
import { PasswordItem } from "@/components/people/account/fields/password-item"
import { api } from "@/lib/api/client"
import { CodeType } from "@/lib/contract/people/verification.enums"

export type AddressWay = "email" | "mobile"

const sendCode = (way: AddressWay, address: string) =>
  way === "email"
    ? api("POST /user/email/code", { email: address, type: CodeType.bind })
    : api("POST /sms", { mobile: address, type: CodeType.bind })

type Props = {
  way: AddressWay
  /** Validates the address field; returns the address, or "" if it is wrong. */
  readAddress: () => Promise<string>
  hasPassword: boolean
}

/** The proofs that an address is one's own and that the session is not stolen: the login password and a code sent to the address. */
export const AddressProof = ({ way, readAddress, hasPassword }: Props) => {
  const send = async () => {
    const address = (await readAddress()).trim()
    return address ? sendCode(way, address) : null
  }
  return (
    <>
      {hasPassword && (
        <PasswordItem
          name="password"
          label="登录密码"
          autoComplete="current-password"
          rules={[{ required: true, message: "请输入你的登录密码" }]}
        />
      )}
      <CodeItem labels={way === "email" ? mailLabels : smsLabels} onSend={send} />
    </>
  )
}
