import { useEffect, useState } from "react"

/** Returns an object URL for a file, revoked when no longer displayed; "" without a file. */
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
