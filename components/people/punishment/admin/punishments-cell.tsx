import { None } from "@/components/admin/crud/cell"
import { useMay } from "@/components/providers/use-may"
import { Link } from "@/components/ui/link"
import { entities } from "@/lib/contract/entities"
import { PunishmentType } from "@/lib/contract/people/punishment.enums"

/** The active punishments of a user, as a link to their list. */
export const PunishmentsCell = ({ user: { id, punishment } }: { user: { id: number; punishment: number[] } }) => {
  const may = useMay()
  if (punishment.length === 0) return <None />
  const labels = punishment.map((type) => PunishmentType.labelOf(type)).join("、")
  if (!may("PunishmentAPI/ListPunishment")) return <span className="tag bad">{labels}</span>
  return (
    <Link className="tag bad" href={`${entities.punishment.screen}?user_id=${id}`}>
      {labels}
    </Link>
  )
}
