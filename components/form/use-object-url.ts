import { useEffect, useState } from "react"

/** An address for a file in this browser, given back when it is no longer shown. "" without a file. */
export const useObjectUrl = (file: Blob | null): string => {
  const [url, setUrl] = useState("")
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      setUrl("")
      URL.revokeObjectURL(made)
    }
  }, [file])
  return url
}
