"use client"

import { Input } from "antd"
import { spaceHint } from "@/components/ui/space-hint"
import { mask } from "./values"

type Props = { id?: string; value?: string; onChange?: (value: string) => void; hasSecret: boolean; locked?: boolean }

/** An input for a secret that is never displayed. If untouched it stays (its value is `mask`), typing replaces it, a button clears it. */
export const SecretField = ({ id, value = "", onChange, hasSecret, locked = false }: Props) => {
  const hint = value === mask ? "" : spaceHint(value, "")
  return (
    <>
      <div className="adm-secret">
        <Input.Password
          id={id}
          autoComplete="new-password"
          disabled={locked || undefined}
          value={value === mask ? "" : value}
          placeholder={!hasSecret ? undefined : value === mask ? "已保存，输入新的会替换它" : "保存后清除"}
          onChange={(event) => onChange?.(event.target.value === "" && hasSecret ? mask : event.target.value)}
        />
        {hasSecret && !locked ? (
          <button type="button" className="bt" onClick={() => onChange?.(value === "" ? mask : "")}>
            {value === "" ? "保留" : "清除"}
          </button>
        ) : null}
      </div>
      {hint && (
        <p className="muted" role="status">
          {hint}
        </p>
      )}
    </>
  )
}
