"use client"

import { Checkbox, Select } from "antd"
import { PunishmentType } from "@/lib/contract/enums"

type Props = { id?: string; many: boolean; value?: number | number[]; onChange?: (value: number | number[]) => void }

/** Several kinds at once for a new punishment, one for a kept one. */
export const PunishmentKinds = ({ id, many, value, onChange }: Props) =>
  many ? (
    <Checkbox.Group
      options={PunishmentType.options}
      value={Array.isArray(value) ? value : []}
      onChange={(kinds) => onChange?.(kinds.map(Number))}
    />
  ) : (
    <Select<number>
      id={id}
      options={PunishmentType.options}
      value={Array.isArray(value) ? undefined : value}
      onChange={(kind) => onChange?.(kind)}
    />
  )
