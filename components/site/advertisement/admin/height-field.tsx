"use client"

import { Form } from "antd"
import { NumberField } from "@/components/ui/form/number-field"
import { useEffect, useEffectEvent } from "react"
import { maxAdHeight, type AdHeights } from "@/lib/contract/site/advertisement.positions"
import { needsFrame } from "@/lib/rules/site/advertisement-frame"
import { measureAd } from "./measure"

type Props = { size: keyof AdHeights; id?: string; value?: number; onChange?: (value: number) => void; disabled?: boolean }

/** How long typing must pause before the advertisement is measured (ms). */
const pauseMs = 400

/** The space that pages reserve for an advertisement. It is measured whenever the HTML changes, and can be corrected. */
export const HeightField = ({ size, id, value, onChange, disabled = false }: Props) => {
  const form = Form.useFormInstance()
  const content = (Form.useWatch("content", form) as string | undefined) ?? ""
  const position = (Form.useWatch("position", form) as string | undefined) ?? ""
  const take = useEffectEvent((heights: AdHeights) => onChange?.(heights[size]))
  useEffect(() => {
    // scripts run in a frame, whose height cannot be measured
    if (!content || needsFrame({ content, content_b: "" })) return
    let alive = true
    const timer = setTimeout(() => void measureAd(content, position).then((heights) => alive && take(heights)), pauseMs)
    return () => {
      alive = false
      clearTimeout(timer)
    }
  }, [content, position])
  return (
    <NumberField
      id={id}
      precision={0}
      min={0}
      max={maxAdHeight}
      addonAfter="像素"
      value={value}
      disabled={disabled}
      onChange={(next) => onChange?.(next ?? 0)}
    />
  )
}
