"use client"

import { useRouter } from "next/navigation"
import { useSession, useSessionStore } from "@/components/providers/session"
import { paths } from "@/lib/domain/path"
import { useDocumentState, useDocumentStore } from "../document-state"

/** Opens the report dialog; visitors are sent to the login first. */
export const useReport = () => {
  const router = useRouter()
  const session = useSessionStore()
  const store = useDocumentStore()
  const ownerId = useDocumentState((state) => state.ownerId)
  const mine = useSession((state) => state.user?.id === ownerId)
  const report = () => {
    if (session.getState().token) store.getState().set({ dialog: "report" })
    else router.push(paths.login(paths.document(store.getState().uuid)))
  }
  return { mine, report }
}
