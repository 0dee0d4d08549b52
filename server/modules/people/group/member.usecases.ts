/* What other modules may ask of groups. */

export { addGroups, countMembers, findDefaultGroup, lockGroups, type GroupRow } from "./member.repository"
