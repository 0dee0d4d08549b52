"use client"

import { useAfterLogin, useLoginFor } from "@/components/people/account/use-after-login"
import { useCall } from "@/components/ui/form/use-call"
import { useSessionStore } from "@/components/providers/session"
import { paths } from "@/lib/rules/path"
import { useDocumentState, useDocumentStore } from "../../providers/document-state"

/** Adds the document to the favourites or removes it. Visitors are sent to the login first, and it is added when they return. */
export const useFavorite = () => {
  const session = useSessionStore()
  const store = useDocumentStore()
  const on = useDocumentState((state) => state.favoriteId > 0)
  const { busy, call } = useCall()
  const { uuid, title } = store.getState()
  const returnPage = { path: paths.document(uuid), title }
  const logIn = useLoginFor("favorite", returnPage)
  // most readers never click, so the code is loaded on the first click
  const load = () => import("./favorite-actions")
  useAfterLogin("favorite", returnPage.path, () => void load().then(({ addFavorite }) => addFavorite({ store, call, logIn })))
  const toggle = async () => {
    if (!session.getState().token) return logIn()
    const { addFavorite, removeFavorite } = await load()
    await (store.getState().favoriteId > 0 ? removeFavorite : addFavorite)({ store, call, logIn })
  }
  return { on, busy, toggle }
}
