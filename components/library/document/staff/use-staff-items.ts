"use client"

import { useRouter } from "next/navigation"
import { useMay } from "@/components/providers/use-may"
import { useCall } from "@/components/ui/form/use-call"
import type { MoreIconName } from "@/components/ui/more-icon"
import { api } from "@/lib/api/client"
import { useDocumentStore } from "@/components/providers/document-state"
import { DocumentRecommend } from "@/lib/contract/library/document.choices.enums"
import { DocumentStatus } from "@/lib/contract/library/document.enums"
import type { Key } from "@/lib/contract/types"
import { useVerdict } from "./use-verdict"

/** An entry of the menu; `call` if not every server has its action. */
export type Item = { icon: MoreIconName; label: string; call?: Key; act: () => void }
/** The document's status and whether it is recommended. */
export type StaffDocumentState = { status: number; recommended: boolean }

const useRecommend = () => {
  const router = useRouter()
  const { call } = useCall()
  const store = useDocumentStore()
  return async (type: number) => {
    const placed = await call(() => api("PUT /document/recommend", { id: [store.getState().id], type }), { done: "操作成功" })
    if (placed) router.refresh()
  }
}

/** 推荐设置 and 文档启禁, for staff with the permissions. */
export const useStaffItems = ({ status, recommended }: StaffDocumentState): Item[] => {
  const may = useMay()
  const store = useDocumentStore()
  const recommend = useRecommend()
  const { decide } = useVerdict()
  const { cancel, set, again } = DocumentRecommend
  const placing: Item[] = recommended
    ? [
        { icon: "up", label: "推荐置顶", act: () => void recommend(again) },
        { icon: "star", label: "取消推荐", act: () => void recommend(cancel) },
      ]
    : [{ icon: "star", label: "设为推荐", act: () => void recommend(set) }]
  const switching: Item =
    status === DocumentStatus.disabled
      ? { icon: "eye", label: "启用文档", act: () => void decide(DocumentStatus.converted) }
      : { icon: "lock", label: "禁用文档", act: () => store.getState().set({ dialog: "disable" }) }
  return [...(may("DocumentAPI/SetDocumentRecommend") ? placing : []), ...(may("DocumentAPI/CheckDocument") ? [switching] : [])]
}
