"use client"

import { useEffect, useState } from "react"
import { useSession } from "@/components/providers/session"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { type CategoryNode, categoryPath } from "@/lib/domain/category-tree"
import { paths } from "@/lib/domain/path"
import { createUploadMemory } from "@/lib/domain/upload-memory"
import { createUpload } from "@/stores/upload"
import { isBusy } from "@/stores/upload-item"
import { DropZone } from "./drop-zone"
import { LimitCard } from "./limit-card"
import { Unfinished } from "./unfinished"
import { UploadContext, useUpload, useUploadStore } from "./upload-context"
import { UploadForm } from "./upload-form"
import { UploadList } from "./upload-list"
import { useLeaveGuard } from "./use-leave-guard"
import { useLimit } from "./use-limit"

const SignIn = () => (
  <div className="card">
    <Empty
      page
      title="登录后上传文档"
      action={
        <>
          <Link className="bt p" href={paths.login(paths.upload)}>
            登录
          </Link>
          <Link className="bt" href={paths.register(paths.upload)}>
            注册账户
          </Link>
        </>
      }
    >
      文档会放在你的名下，转换好就能在线阅读。
    </Empty>
  </div>
)

const Waiting = () => (
  <div className="up-grid" aria-busy="true">
    <div className="up-main">
      <Skeleton height={104} />
      <Skeleton height={260} />
    </div>
    <Skeleton height={560} />
  </div>
)

/** Why not, and where to go instead. */
const Refused = ({ reason }: { reason: string }) => (
  <div className="card up-no">
    <div className="alert bad" role="alert">
      <Icon name="fail" />
      <b>{reason || "您暂无权限上传文档"}</b>
    </div>
    <p className="muted">已经上传的文档不受影响，可以照常管理。</p>
    <Link className="bt" href={paths.myDocuments}>
      查看我的文档
    </Link>
  </div>
)

const Workspace = () => {
  const store = useUploadStore()
  const { limit, again } = useLimit()
  const done = useUpload((state) => state.items.filter(({ phase }) => phase === "done").length)
  const busy = useUpload((state) => state.items.some(isBusy))
  const empty = useUpload((state) => state.items.length === 0)
  useLeaveGuard(busy)
  useEffect(() => {
    const online = () => store.getState().online()
    window.addEventListener("online", online)
    return () => {
      window.removeEventListener("online", online)
      store.getState().leave()
    }
  }, [store])
  // what was uploaded counts; asked when a batch is through, not after each of a thousand
  useEffect(() => {
    if (done > 0 && !busy) again()
  }, [done, busy, again])

  if (limit === undefined) return <Waiting />
  if (limit === null) return <SignIn />
  if (!limit.allowed && empty) return <Refused reason={limit.reason} />
  return (
    <div className="up-grid">
      <div className="up-main">
        {limit.allowed ? (
          <>
            <LimitCard limit={limit} />
            <DropZone limit={limit} />
          </>
        ) : (
          <div className="alert warn" role="status">
            <Icon name="alert" />
            <b>{limit.reason}</b>
          </div>
        )}
        <Unfinished />
        <UploadList />
      </div>
      <UploadForm left={limit.allowed ? limit.left : 0} />
    </div>
  )
}

/** Upload for who is logged in, the way there for everybody else. */
export const UploadView = ({ categories }: { categories: CategoryNode[] }) => {
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const person = useSession((state) => state.user?.id ?? 0)
  if (!ready) return <Waiting />
  if (!token) return <SignIn />
  return <Desk key={person} person={person} categories={categories} />
}

const Desk = ({ person, categories }: { person: number; categories: CategoryNode[] }) => {
  const [store] = useState(() =>
    createUpload({
      memory: createUploadMemory({ storage: () => window.localStorage, owner: person, now: Date.now }),
      lineage: (category) => categoryPath(categories, category).map(({ id }) => id),
    }),
  )
  return (
    <UploadContext value={{ store, categories }}>
      <Workspace />
    </UploadContext>
  )
}
