"use client"

import { Icon } from "@/components/ui/icon"

/** Scrolls to the top of the page, without animation under reduced motion. */
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
