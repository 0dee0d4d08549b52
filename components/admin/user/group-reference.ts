import { reference } from "@/components/admin/crud/reference"

/** Every group; nothing to choose from for whom the list is not open. */
export const userGroups = reference("GET /group/list", { page: 1, size: 1_000 }, ({ group }) =>
  group.map(({ id, title }) => ({ value: id, label: title })),
)
