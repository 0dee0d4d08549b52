"use client"

import { useEffect } from "react"
import { localStore } from "@/lib/browser-storage"

/** Also read by the first script of every page (`lib/view/loading/first-script.ts`), before anything is painted. */
const key = "list-look"
const buttons = () => document.querySelectorAll<HTMLElement>("[data-look-as]")

/** Returns the chosen look: the root element's attribute, which style sheets follow. */
const mark = (): void => {
  const look = document.documentElement.getAttribute("data-look") ?? "shelf"
  for (const button of buttons()) button.setAttribute("aria-pressed", String(button.dataset.lookAs === look))
}

/** Makes the buttons 书架 and 列表 of a category work, which are in a part of the page that is not hydrated. Remembered in this browser. */
export const ListLook = () => {
  useEffect(() => {
    mark()
    const onPress = ({ target }: MouseEvent) => {
      const look = target instanceof Element ? target.closest<HTMLElement>("[data-look-as]")?.dataset.lookAs : undefined
      if (!look) return
      if (look === "list") document.documentElement.setAttribute("data-look", "list")
      else document.documentElement.removeAttribute("data-look")
      localStore.setItem(key, look)
      mark()
    }
    document.addEventListener("click", onPress)
    return () => document.removeEventListener("click", onPress)
  })
  return null
}
