"use client"

import { useEffect, useState } from "react"
import { SessionEnded } from "@/components/people/account/login/session-ended"
import { useSession, useSessionStore } from "@/components/providers/session"
import { useWriter } from "@/components/providers/use-writer"
import { MoreIcon } from "@/components/ui/more-icon"
import { Skeleton } from "@/components/ui/skeleton"
import { type CategoryNode, categoryPath } from "@/lib/view/library/category-tree"
import { closeUploadStore, openUploadStore } from "@/stores/upload"
import { isBusy } from "@/lib/upload/item"
import { Refused, SignIn } from "./closed"
import { DropZone } from "./drop-zone"
import { LimitCard } from "./limit-card"
import { Unfinished } from "./unfinished"
import { UploadContext, useUpload, useUploadStore } from "./upload-context"
import { UploadForm } from "./upload-form"
import { UploadList } from "./upload-list"
import { useLeaveGuard } from "@/components/ui/use-leave-guard"
import { useLimit } from "./use-limit"

const leaving = {
  title: "还有文件没有传完",
  content: "离开后上传会停下，回来重新选择同一个文件可以接着传。",
  okText: "离开",
  cancelText: "继续上传",
}

const Waiting = () => (
  <div className="up-grid" aria-busy="true">
    <div className="up-main">
      <Skeleton height={104} />
      <Skeleton height={260} />
    </div>
    <Skeleton height={560} />
  </div>
)

const Workspace = () => {
  const store = useUploadStore()
  const session = useSessionStore()
  const token = useSession((state) => state.token)
  const { limit, again } = useLimit()
  const done = useUpload((state) => state.items.filter(({ phase }) => phase === "done").length)
  const busy = useUpload((state) => state.items.some(isBusy))
  const empty = useUpload((state) => state.items.length === 0)
  const waitsForLogin = useUpload((state) => state.backoff?.session === true)
  // files of an ended session wait in this tab for the login
  useLeaveGuard(busy && token !== "", leaving)
  useEffect(() => {
    const online = () => store.getState().online()
    const save = () => store.getState().save()
    window.addEventListener("online", online)
    window.addEventListener("pagehide", save)
    return () => {
      window.removeEventListener("online", online)
      window.removeEventListener("pagehide", save)
    }
  }, [store])
  useEffect(() => {
    if (waitsForLogin) void session.getState().reload()
  }, [session, waitsForLogin])
  useEffect(() => {
    if (token) store.getState().loggedIn()
  }, [store, token])
  // each upload counts against the limit; reload it after a batch instead of after every file
  useEffect(() => {
    if (done > 0 && !busy) again()
  }, [done, busy, again])

  if (limit === undefined) return <Waiting />
  if (limit === null && empty) return <SignIn />
  if (limit && !limit.allowed && empty) return <Refused reason={limit.reason} />
  return (
    <div className="up-grid">
      <div className="up-main">
        <SessionEnded>文件和填好的内容都在，登录后接着上传。</SessionEnded>
        {limit === null ? null : limit.allowed ? (
          <>
            <LimitCard limit={limit} />
            <DropZone limit={limit} />
          </>
        ) : (
          <div className="alert warn" role="status">
            <MoreIcon name="alert" />
            <b>{limit.reason}</b>
          </div>
        )}
        <Unfinished />
        <UploadList />
      </div>
      <UploadForm left={limit?.allowed ? (limit.left ?? null) : 0} />
    </div>
  )
}

/** The upload page; visitors see a link to the login. */
export const UploadView = ({ categories }: { categories: CategoryNode[] }) => {
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const person = useWriter()
  if (!ready) return <Waiting />
  if (!token && !person) return <SignIn />
  return <UploadPage key={person} person={person} categories={categories} />
}

const UploadPage = ({ person, categories }: { person: number; categories: CategoryNode[] }) => {
  const [pageStore] = useState(() =>
    openUploadStore({ owner: person, lineage: (category) => categoryPath(categories, category).map(({ id }) => id) }),
  )
  useEffect(() => () => closeUploadStore(person, pageStore), [pageStore, person])
  const { store, fileHandles } = pageStore
  return (
    <UploadContext value={{ store, fileHandles, categories }}>
      <Workspace />
    </UploadContext>
  )
}
