"use client"

import { InputNumber, type FormRule, type InputNumberProps } from "antd"
import { useState, type KeyboardEvent } from "react"
import { readNumber } from "@/lib/rules/typed-text"

/** The message for a text that is no number. */
export const noNumber = "请输入数字，例如 20"

/** The rule of a form's field for a `NumberField`: refuses a text that is no number instead of dropping it. */
export const readableNumber: FormRule = {
  validator: async (_, value) => {
    if (Number.isNaN(value)) throw new Error(noNumber)
  },
}

type Props = Omit<InputNumberProps<number | string>, "value" | "onChange" | "parser" | "formatter" | "changeOnBlur" | "onInput"> & {
  value?: number | null
  /** receives null for an empty field and NaN for a text that is no number */
  onChange?: (value: number | null) => void
  /** displays the error itself, for fields outside of a form */
  standalone?: boolean
  /** the message of a standalone field about a text that is no number */
  problem?: string
}

const wide = { width: "100%" }
const errorText = { color: "var(--error)", fontSize: 13 }
const layout = { display: "contents" }

/**
 * A number input that accepts full-width digits. antd's own would read "５" as empty and "5元" as its previous number; here the text stays
 * until it is a number, and `onChange` reports NaN until then.
 */
export const NumberField = ({ value, onChange, standalone = false, problem = noNumber, status, ...rest }: Props) => {
  // a field that is opened again has lost its text, but not its problem
  const [unreadable, setUnreadable] = useState(Number.isNaN(value))
  const [lastNumber, setLastNumber] = useState(Number.isNaN(value) ? null : value)
  // set from outside while its text was no number, perhaps to the last number: only a new input drops the text
  const [isOpenProblem, setOpenProblem] = useState(Number.isNaN(value))
  const [turn, setTurn] = useState(0)
  if (Number.isNaN(value) !== isOpenProblem) {
    setOpenProblem(!isOpenProblem)
    if (isOpenProblem && unreadable) {
      setUnreadable(false)
      setTurn(turn + 1)
    }
  }
  const shownValue = Number.isNaN(value) ? lastNumber : value
  if (shownValue !== lastNumber) {
    setLastNumber(shownValue)
    setUnreadable(false)
  }
  const onInput = (text: string) => {
    const number = readNumber(text)
    const isUnreadable = Number.isNaN(number)
    setUnreadable(isUnreadable)
    // a number equal to the previous one is no change for antd
    if (isUnreadable || unreadable) onChange?.(number)
  }
  // Enter would replace the text by the previous number before the form is checked
  const onKeyDown = (event: KeyboardEvent) => {
    if (unreadable && event.key === "Enter") event.stopPropagation()
  }
  return (
    <div style={layout} onKeyDownCapture={onKeyDown}>
      <InputNumber<number | string>
        key={turn}
        inputMode="numeric"
        style={wide}
        {...rest}
        status={unreadable ? "error" : status}
        value={shownValue}
        parser={(text) => readNumber(text ?? "") ?? ""}
        changeOnBlur={!unreadable}
        onInput={onInput}
        onChange={(next) => onChange?.(next === null ? null : Number(next))}
      />
      {standalone && unreadable ? (
        <p style={errorText} role="alert">
          {problem}
        </p>
      ) : null}
    </div>
  )
}
