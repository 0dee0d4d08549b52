"use client"

import { useDocumentState } from "../document-state"

/** What the document costs; whoever has paid for it reads that instead. */
export const PriceNote = ({ text, free }: { text: string; free: boolean }) => {
  const bought = useDocumentState((state) => state.bought)
  return <span className={bought || free ? "free" : undefined}>{bought ? "已购买" : text}</span>
}
