"use client"

import { useEffect, useMemo, useState } from "react"
import { useFeedback } from "@/components/providers/feedback"
import { openSavedFile, type SavedHandle } from "@/lib/upload/file-handles"
import { fileSize } from "@/lib/rules/format"
import type { Remembered } from "@/lib/upload/memory"
import { cleanName } from "@/lib/upload/rules"
import { useFileHandles, useUpload, useUploadStore } from "./upload-context"

export const idOf = ({ md5, key }: Remembered): string => md5 || key
const same = ({ name, size }: File, one: Remembered) => cleanName(name) === one.name && size === one.size

const openFailures = {
  denied: (name: string) => `浏览器没有放行，请重新选择 ${name}`,
  gone: (name: string) => `${name} 不在原来的地方了，请重新选择`,
  changed: (name: string) => `${name} 已经改动过，请选择上次那份，或放弃它`,
}

/** Unfinished uploads of an earlier visit, resumed with the stored handle or with the same file chosen again. */
export const useEarlier = () => {
  const store = useUploadStore()
  const fileHandles = useFileHandles()
  const feedback = useFeedback()
  const [earlier, setEarlier] = useState(() => store.getState().remembered())
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState<ReadonlyMap<string, SavedHandle>>(new Map())
  // offers are only ever removed
  // the handles of files in the list must stay too, if the list is older than this page
  const [earlierKeys] = useState(() => new Set([...earlier, ...store.getState().items].map(({ key }) => key)))
  useEffect(() => void fileHandles.list(earlierKeys).then(setSaved), [fileHandles, earlierKeys])
  // files that are in the list again, or were dismissed, are not offered any more
  const here = useUpload(({ items }) => items.map(({ key, md5, expected }) => `${key} ${md5 || expected}`).join())
  const rest = useMemo(() => {
    const rememberedIds = new Set(store.getState().remembered().map(idOf))
    return earlier.filter((one) => rememberedIds.has(idOf(one)) && !here.includes(idOf(one)))
  }, [store, earlier, here])

  return {
    rest,
    /** opening files: a folder of hundreds takes a while */
    busy,
    /** Whether the upload can resume without choosing a file: the server has it, or the browser stored its handle. */
    isOpen: (one: Remembered) => one.attachment > 0 || saved.has(one.key),
    /** Resumes with files that were chosen again. */
    take: (entries: Remembered[], files: File[]) => {
      const matched = entries.flatMap((one) => {
        const file = files.find((candidate) => same(candidate, one))
        return file ? [{ one, file }] : []
      })
      for (const { one, file } of matched) store.getState().recall(one, file)
      const [first] = entries
      if (!matched.length && first)
        feedback.warning(entries.length === 1 ? `请选择同一个文件：${first.name}（${fileSize(first.size)}）` : "选的文件里没有上次没传完的")
    },
    /**
     * Submits what the server already has and opens the rest by its handle; the browser asks for permission once per folder. Files that
     * fail to open must be chosen again.
     */
    goOn: async (entries: Remembered[]): Promise<void> => {
      const lost = new Map<string, string>()
      setBusy(true)
      for (const one of entries) {
        const origin = saved.get(one.key)
        if (one.attachment) store.getState().recall(one, null)
        if (one.attachment || !origin) continue
        const file = await openSavedFile(origin)
        if (typeof file === "string") lost.set(one.key, openFailures[file](one.name))
        else if (!same(file, one)) lost.set(one.key, openFailures.changed(one.name))
        else store.getState().recall(one, file, { root: Promise.resolve(origin.root), names: origin.names })
      }
      setBusy(false)
      if (!lost.size) return
      setSaved(new Map([...saved].filter(([key]) => !lost.has(key))))
      const [first] = lost.values()
      feedback.warning(lost.size > 1 ? `${lost.size} 个文件没有打开，请重新选择` : first!)
    },
    forget: (gone: Remembered[]) => {
      store.getState().forget(gone)
      setEarlier((before) => before.filter((one) => !gone.includes(one)))
    },
  }
}
