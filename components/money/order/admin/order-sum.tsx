"use client"

import { useEffect, useState } from "react"
import { inputOf } from "@/components/admin/crud/use-crud"
import type { CrudListState } from "@/components/admin/crud/list-state"
import { useSettings } from "@/components/providers/settings"
import { api } from "@/lib/api/client"
import type { Input, Output } from "@/lib/contract/types"
import { sumText } from "@/lib/view/money/order-text"

/** The sums of the paid orders that match the filters, in money and in credits. `rows`: the loaded page; a new one requests new sums. */
export const OrderSum = ({ state, rows }: { state: CrudListState; rows: unknown }) => {
  const { credit_name } = useSettings().system
  const [sum, setSum] = useState<Output<"GET /order/sum"> | null>(null)
  const { page: _page, size: _size, order: _order, ...filters } = inputOf(state)
  const input = JSON.stringify(filters)
  useEffect(() => {
    let alive = true
    void api("GET /order/sum", JSON.parse(input) as Input<"GET /order/sum">).then((reply) => alive && setSum(reply.ok ? reply.data : null))
    return () => void (alive = false)
  }, [input, rows])
  return sum ? (
    <span className="num muted" role="status">
      {sumText(sum, credit_name)}
    </span>
  ) : null
}
