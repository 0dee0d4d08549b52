import { localStore } from "@/lib/browser-storage"

/*
 * Documents whose owner has paid for this browser through a share link. The server decides each page; this only says that it is worth asking,
 * because the cached page of a public document knows no visitor.
 */

const key = "doujia-paid-by-owner"
/** The latest ones that are remembered. */
const most = 50

const readPaid = (): string[] => {
  const stored = localStore.getJson(key)
  return Array.isArray(stored) ? stored.filter((uuid) => typeof uuid === "string") : []
}

export const rememberPaid = (uuid: string): void =>
  void localStore.setItem(key, JSON.stringify([...readPaid().filter((one) => one !== uuid), uuid].slice(-most)))
export const isMaybePaid = (uuid: string): boolean => readPaid().includes(uuid)
