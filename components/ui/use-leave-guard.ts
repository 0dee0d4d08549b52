"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"
import { useFeedback } from "@/components/providers/feedback"
import type { Question } from "@/components/providers/feedback-types"

/**
 * While uploads run or unsaved input exists, warns on closing the tab and on links to other pages of the site. Also warns on back and
 * forward if the browser supports it (Navigation API).
 */
export const useLeaveGuard = (active: boolean, question: Question): void => {
  const feedback = useFeedback()
  const router = useRouter()
  useEffect(() => {
    if (!active) return
    const onUnload = (event: BeforeUnloadEvent) => {
      event.preventDefault()
      // Chromium below 119 asks only because of this
      event.returnValue = ""
    }
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null
      const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey
      if (!link || !plain || link.target === "_blank" || link.origin !== location.origin || link.pathname === location.pathname) return
      // in the capture phase, before Next's own handler
      event.preventDefault()
      event.stopPropagation()
      void feedback.confirm(question).then((agreed) => {
        if (agreed) router.push(link.pathname + link.search)
      })
    }
    let agreedTo = ""
    const onNavigate = (event: NavigateEvent) => {
      const { key, url } = event.destination
      if (event.navigationType !== "traverse" || !event.cancelable || key === agreedTo) return
      if (new URL(url).pathname === location.pathname) return
      event.preventDefault()
      void feedback.confirm(question).then((agreed) => {
        if (agreed) window.navigation.traverseTo((agreedTo = key))
      })
    }
    const history = "navigation" in window ? window.navigation : null
    history?.addEventListener("navigate", onNavigate)
    window.addEventListener("beforeunload", onUnload)
    document.addEventListener("click", onClick, { capture: true })
    return () => {
      history?.removeEventListener("navigate", onNavigate)
      window.removeEventListener("beforeunload", onUnload)
      document.removeEventListener("click", onClick, { capture: true })
    }
  }, [active, question, feedback, router])
}
