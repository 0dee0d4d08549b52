"use client"

import { useAfterLogin, useLoginFor } from "@/components/people/account/use-after-login"
import { useSession, useSessionStore } from "@/components/providers/session"
import { paths } from "@/lib/rules/path"
import { useDocumentState, useDocumentStore } from "../../providers/document-state"

/** Opens the report dialog. Visitors are sent to the login first, and it opens when they return. */
export const useReport = () => {
  const session = useSessionStore()
  const store = useDocumentStore()
  const ownerId = useDocumentState((state) => state.ownerId)
  const mine = useSession((state) => state.user?.id === ownerId)
  const { uuid, title } = store.getState()
  const open = () => {
    const { ownerId: owner, set } = store.getState()
    if (session.getState().user?.id !== owner) set({ dialog: "report" })
  }
  const returnPage = { path: paths.document(uuid), title }
  const logIn = useLoginFor("report", returnPage)
  useAfterLogin("report", returnPage.path, open)
  const report = () => (session.getState().token ? open() : logIn())
  return { mine, report }
}
