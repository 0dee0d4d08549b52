import { useEffect, useState } from "react"

/** An object URL for a file, revoked when it is no longer shown; "" without a file. */
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
