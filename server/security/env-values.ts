import { isIP } from "node:net"
import { z } from "zod"

/* The kinds of values that a variable of the environment can have, with the sentence for a wrong one. */

/** One variable, for docs/configuration.md. `secret`: its value is never printed. */
export type EnvKey = { description: string; shownDefault?: string; secret?: boolean }

export const integer = (min: number, max: number) =>
  z.coerce
    .number(`应为 ${min} 到 ${max} 的整数`)
    .int(`应为 ${min} 到 ${max} 的整数`)
    .min(min, `应为 ${min} 到 ${max} 的整数`)
    .max(max, `应为 ${min} 到 ${max} 的整数`)
export const oneOf = <const T extends [string, ...string[]]>(...values: T) => z.enum(values, `应为 ${values.join("、")} 之一`)
const urlHint = (protocols: string[]) => `应为以 ${protocols.map((name) => `${name}//`).join(" 或 ")} 开头的网址`
const isUrl = (text: string, protocols: string[]) => URL.canParse(text) && protocols.includes(new URL(text).protocol)
export const url = (...protocols: string[]) => z.string().refine((text) => isUrl(text, protocols), urlHint(protocols))

const isNetwork = (text: string) => {
  const [address = "", bits] = text.split("/")
  const version = isIP(address)
  return version !== 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)))
}
export const networks = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine((list) => list.every(isNetwork), "应为用逗号隔开的 IP 地址或网段，例如 10.0.0.0/8")
