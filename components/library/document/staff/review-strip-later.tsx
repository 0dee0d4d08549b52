"use client"

import dynamic from "next/dynamic"
import { useMay } from "@/components/providers/use-may"
import { DocumentStatus } from "@/lib/contract/library/document.enums"

const { reviewing, rejected, disabled } = DocumentStatus
const hidden: number[] = [reviewing, rejected, disabled]

const ReviewStrip = dynamic(() => import("./review-strip").then((module) => module.ReviewStrip), { ssr: false })

/** Review actions on a hidden document; the code is loaded only for staff with the permission. */
export const ReviewStripLater = ({ status }: { status: number }) => {
  const may = useMay()("DocumentAPI/CheckDocument")
  return may && hidden.includes(status) ? <ReviewStrip status={status} /> : null
}
