"use client"

import "@/app/styles/money/recharge.css"
import { Box } from "@/components/ui/box"
import { RechargePanel } from "./recharge-panel"
import type { RechargeOffer } from "./use-recharge-offer"

/** 积分充值: a dialog in the middle of the page; at the bottom on phones. */
export const RechargeDialog = ({ offer, onClose }: { offer: RechargeOffer; onClose: () => void }) => (
  <Box open title="积分充值" onClose={onClose} className="recharge">
    <RechargePanel offer={offer} onPlaced={onClose} />
  </Box>
)
