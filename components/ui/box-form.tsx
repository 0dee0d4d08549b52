"use client"

import { useId, type ComponentProps } from "react"
import { BusyButton } from "@/components/ui/busy-button"
import { MoreIcon } from "@/components/ui/more-icon"
import { focusFirst } from "./box"
import { spaceHint } from "./space-hint"

type FieldProps = Omit<ComponentProps<"input">, "onChange" | "value"> & {
  label: string
  value: string
  /** the error displayed under the field; "" for none */
  wrong: string
  /** receives the focus when the dialog opens */
  first?: boolean
  /** a password, whose spaces at the edges are hinted at */
  secret?: boolean
  onChange: (value: string) => void
}

/** A field of a small dialog with its label and error. */
export const BoxField = ({ label, wrong, first = false, secret = false, onChange, ...input }: FieldProps) => {
  const id = useId()
  const hint = secret ? spaceHint(input.value) : ""
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      <span className={wrong ? "in err" : "in"}>
        <input
          {...input}
          ref={first ? focusFirst : undefined}
          id={id}
          aria-invalid={wrong !== ""}
          aria-describedby={`${id}why`}
          onChange={(event) => onChange(event.target.value)}
        />
      </span>
      <p id={`${id}why`} className="msg" role="alert" hidden={!wrong}>
        <MoreIcon name="fail" small />
        {wrong}
      </p>
      {hint && (
        <p className="muted" role="status">
          {hint}
        </p>
      )}
    </div>
  )
}

type PasswordProps = Pick<FieldProps, "value" | "wrong" | "onChange">

/** The password of the logged-in user, requested first in a small dialog before an irreversible action. */
export const BoxPassword = (props: PasswordProps) => (
  <BoxField {...props} label="登录密码" type="password" maxLength={128} autoComplete="current-password" first secret />
)

type ActsProps = { cancel: string; submit: string; working: string; busy: boolean; danger?: boolean; onCancel: () => void }

/** The buttons under the form of a small dialog: cancel and submit. */
export const BoxActs = ({ cancel, submit, working, busy, danger = false, onCancel }: ActsProps) => (
  <div className="form-acts">
    <button type="button" className="bt" onClick={onCancel}>
      {cancel}
    </button>
    <BusyButton type="submit" className={danger ? "danger" : "p"} busy={busy}>
      {busy ? working : submit}
    </BusyButton>
  </div>
)
