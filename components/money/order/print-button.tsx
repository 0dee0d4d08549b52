"use client"

import { Icon } from "@/components/ui/icon"

export const PrintButton = () => (
  <button type="button" className="bt sm p" onClick={() => window.print()}>
    <Icon name="print" small />
    打印
  </button>
)
