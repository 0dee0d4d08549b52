/* What other modules may ask of groups. */

export { addGroups, countMembers, findDefaultGroup, listPathsOfGroups, lockGroups, type GroupRow } from "./member.repository"
