"use client"

import type { ReactNode } from "react"
import { useSettings } from "@/components/providers/settings"
import type { StreamKey } from "@/lib/contract/streams"
import type { Key } from "@/lib/contract/types"
import { offers, type ServerCapability } from "@/lib/view/capabilities"

type Props = {
  /** the call that the control makes, or the stream that it follows; a control without one is always displayed */
  call?: Key | StreamKey
  /** the field of the call that the control fills in */
  field?: string
  otherwise?: ReactNode
  children: ReactNode
}

/** A control, or a field of a form, that names its call: rendered if the server behind the site has it, else `otherwise`. */
export const WithCall = ({ call, field, otherwise = null, children }: Props) => {
  const { absent } = useSettings()
  return !call || offers(absent, (field ? `${call} ${field}` : call) as ServerCapability) ? children : otherwise
}
