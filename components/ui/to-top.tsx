"use client"

import { Icon } from "@/components/ui/icon"

/** Back to the top of the page, at once where the system asks for less motion. */
export const ToTop = ({ label }: { label: string }) => (
  <button
    type="button"
    className="ib"
    aria-label={label}
    title={label}
    onClick={() => window.scrollTo({ top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" })}
  >
    <Icon name="up" />
  </button>
)
