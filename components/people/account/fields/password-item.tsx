"use client"

import { Form, Input, type FormItemProps } from "antd"
import { useState, type KeyboardEvent } from "react"
import { spaceHint } from "@/components/ui/space-hint"
import { MoreIcon } from "@/components/ui/more-icon"
import { strengthOf } from "./account-rules"

type Props = Pick<FormItemProps, "name" | "label" | "rules" | "dependencies"> & {
  autoComplete: "current-password" | "new-password"
  strength?: boolean
  placeholder?: string
}

const Strength = ({ password }: { password: string }) => {
  const { level, hint } = strengthOf(password)
  return (
    <span className={`strength s${level}`}>
      <span className="bars" aria-hidden="true">
        <i />
        <i />
        <i />
      </span>
      <span role="status">{hint || "至少 8 位，几个不相干的词就很好"}</span>
    </span>
  )
}

/** A password field with a reveal button, a caps lock warning and, for a new password, a strength meter. */
export const PasswordItem = ({ name, autoComplete, strength = false, placeholder, ...item }: Props) => {
  const [locked, setLocked] = useState(false)
  const [isVisible, setShown] = useState(false)
  const password: unknown = Form.useWatch(name)
  const look = (event: KeyboardEvent) => setLocked(event.getModifierState("CapsLock"))
  const text = typeof password === "string" ? password : ""
  const hints = [
    locked && (
      <span key="caps" className="caps" role="status">
        大写锁定已打开
      </span>
    ),
    spaceHint(text) && (
      <span key="space" className="caps" role="status">
        {spaceHint(text)}
      </span>
    ),
    strength && <Strength key="strength" password={text} />,
  ].filter(Boolean)
  const eye = (
    <button
      type="button"
      className={isVisible ? "eye on" : "eye"}
      aria-label="显示密码"
      aria-pressed={isVisible}
      onClick={() => setShown(!isVisible)}
    >
      <MoreIcon name="eye" />
    </button>
  )
  return (
    <Form.Item name={name} {...item} extra={hints.length ? hints : undefined}>
      <Input
        name={String(name)}
        type={isVisible ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={128}
        placeholder={placeholder}
        suffix={eye}
        onKeyDown={look}
        onKeyUp={look}
        onBlur={() => setLocked(false)}
      />
    </Form.Item>
  )
}
