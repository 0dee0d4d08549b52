"use client"

import { Checkbox } from "antd"
import { Select } from "@/components/ui/form/select"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"

type Props = { id?: string; many: boolean; value?: number | number[]; onChange?: (value: number | number[]) => void }

/** The restrictions of a punishment: several (`many`) for a new one, exactly one for an existing one. */
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
