"use client"

import { MoreIcon } from "@/components/ui/more-icon"

/** Replaces a page whose image failed to load after several retries. */
export const ReaderPageLost = ({ page, onRetry }: { page: number; onRetry: () => void }) => (
  <div className="alert bad sheet-lost" role="alert">
    <MoreIcon name="fail" />
    <div>
      <b>第 {page} 页没有加载出来</b>
      <p>网络不太稳定，其余页面不受影响。</p>
    </div>
    <button type="button" className="bt sm" onClick={onRetry}>
      重新加载
    </button>
  </div>
)
