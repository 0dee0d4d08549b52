import { useSyncExternalStore } from "react"
import { localStore } from "@/lib/browser-storage"
import type { CaptchaFormat } from "./captcha-types"

const key = "captcha-kind"
const kinds: readonly string[] = ["image", "audio", "pow"] satisfies CaptchaFormat[]
const isKind = (value: string | null): value is CaptchaFormat => value !== null && kinds.includes(value)

const read = (): CaptchaFormat => {
  const value = localStore.getItem(key)
  return isKind(value) ? value : "pow"
}

const still = () => () => undefined

/** Returns the kind of captcha that this browser received last; initially a proof of work, the default. */
export const useLastKind = (): CaptchaFormat => useSyncExternalStore(still, read, () => "pow")

export const kindOf = (type: string): CaptchaFormat => (isKind(type) ? type : "image")

export const rememberKind = (kind: CaptchaFormat): void => void localStore.setItem(key, kind)
