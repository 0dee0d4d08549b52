import { useCallback } from "react"
import { useSession } from "@/components/providers/session"
import type { Right } from "@/lib/contract/types"

/** `may("BannerAPI/CreateBanner")` checks whether the user holds this permission. It only hides what the API would refuse. */
export const useMay = (): ((right: Right) => boolean) => {
  const permissions = useSession((state) => state.permissions)
  return useCallback((right) => permissions.some((row) => row.id > 0 && row.path === `/api.v1.${right}`), [permissions])
}
