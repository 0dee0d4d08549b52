"use client"

import { Icon } from "@/components/ui/icon"

export const ToTop = () => (
  <button
    type="button"
    className="ib"
    aria-label="回到顶部"
    title="回到顶部"
    onClick={() => window.scrollTo({ top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" })}
  >
    <Icon name="up" />
  </button>
)
