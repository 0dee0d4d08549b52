/* The functions on groups that other modules may use. */

export { addGroups, countMembers, findDefaultGroup, lockGroups, type GroupRow } from "./member.repository"
