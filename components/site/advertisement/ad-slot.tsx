import type { AdPosition } from "@/lib/contract/site/advertisement.positions"
import { AdIsland } from "./ad-island"
import { knownRoom } from "./known-room"

/** An advertisement position. Renders nothing if the server has no advertisement for it. `className` positions it. */
export const AdSlot = ({ position, className = "" }: { position: AdPosition; className?: string }) => {
  const { room } = knownRoom()
  return room && !room[position] ? null : <AdIsland position={position} className={className} />
}
