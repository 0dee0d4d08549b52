"use client"

import { useDocumentState } from "../document-state"

/** The price, or that it is paid already. */
export const PriceNote = ({ text, free }: { text: string; free: boolean }) => {
  const bought = useDocumentState((state) => state.bought)
  return <span className={bought || free ? "free" : undefined}>{bought ? "已购买" : text}</span>
}
