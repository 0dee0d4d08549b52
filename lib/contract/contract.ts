import { article } from "./article"
import type { Area, Call, CallKey } from "./area"
import { category } from "./category"
import { document } from "./document"
import { navigation } from "./navigation"
import { settings } from "./settings"
import { user } from "./user"

/** Every call of `/api/v1`, keyed by the words of the specification's own table. What is not here does not exist. */
export const contract = { ...settings, ...user, ...category, ...navigation, ...document, ...article } satisfies Area

export type Contract = typeof contract
export type Key = keyof Contract
export const keys = Object.keys(contract) as Key[]
export const callOf = (key: string): Call | undefined => (contract as Record<CallKey, Call>)[key as CallKey]
