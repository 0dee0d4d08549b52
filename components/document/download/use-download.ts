"use client"

import { useRouter } from "next/navigation"
import { useCall } from "@/components/form/use-call"
import { api } from "@/lib/api/client"
import { paths } from "@/lib/domain/path"

/** Asks for the file's address and goes there; the server decides and its message is shown as it is. */
export const useDownload = (id: number, uuid: string) => {
  const router = useRouter()
  const { busy, call } = useCall()
  const download = async () => {
    const file = await call(() => api("GET /document/download", { id }), {
      fallback: "下载失败",
      onRefused: ({ status }) => {
        if (status === 401) router.push(paths.login(paths.document(uuid)))
        return status === 401
      },
    })
    // An attachment: the browser saves it and stays on this page.
    if (file) location.assign(file.url)
  }
  return { busy, download }
}
