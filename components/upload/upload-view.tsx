"use client"

import { useEffect, useState } from "react"
import { useSession } from "@/components/providers/session"
import { Empty } from "@/components/ui/empty"
import { Icon } from "@/components/ui/icon"
import { Link } from "@/components/ui/link"
import { Skeleton } from "@/components/ui/skeleton"
import { api } from "@/lib/api/client"
import type { CategoryNode } from "@/lib/domain/category-tree"
import { paths } from "@/lib/domain/path"
import { createUpload } from "@/stores/upload"
import { isBusy } from "@/stores/upload-item"
import { DropZone } from "./drop-zone"
import { UploadContext, useUpload, useUploadStore } from "./upload-context"
import { UploadForm } from "./upload-form"
import { UploadList } from "./upload-list"
import { useLeaveGuard } from "./use-leave-guard"

/** Whether this person may upload: "" = yes, null = the session is over. */
const useRefusal = (): string | null => {
  const [refusal, setRefusal] = useState<string | null>("")
  useEffect(() => {
    let alive = true
    void api("GET /user/caniuploaddocument").then((reply) => {
      if (alive && !reply.ok && reply.status !== 0) setRefusal(reply.status === 401 ? null : reply.message)
    })
    return () => {
      alive = false
    }
  }, [])
  return refusal
}

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
    <Skeleton height={220} />
    <Skeleton height={520} />
  </div>
)

const Workspace = ({ categories }: { categories: CategoryNode[] }) => {
  const store = useUploadStore()
  const refusal = useRefusal()
  useLeaveGuard(useUpload((state) => state.items.some(isBusy)))
  useEffect(() => {
    const online = () => store.getState().online()
    window.addEventListener("online", online)
    return () => {
      window.removeEventListener("online", online)
      store.getState().leave()
    }
  }, [store])
  if (refusal === null) return <SignIn />
  return (
    <div className="up-grid">
      <div>
        {refusal && (
          <div className="alert bad" role="alert">
            <Icon name="fail" />
            <b>{refusal}</b>
          </div>
        )}
        <DropZone />
        <UploadList />
      </div>
      <UploadForm categories={categories} refusal={refusal} />
    </div>
  )
}

/** Upload for who is logged in, the way there for everybody else. */
export const UploadView = ({ categories }: { categories: CategoryNode[] }) => {
  const ready = useSession((state) => state.ready)
  const token = useSession((state) => state.token)
  const [store] = useState(createUpload)
  if (!ready) return <Waiting />
  if (!token) return <SignIn />
  return (
    <UploadContext value={store}>
      <Workspace categories={categories} />
    </UploadContext>
  )
}
