import { ComplaintDecision, ComplaintStatus } from "../../contract/community/complaint.enums"

/* The states of a copyright complaint and their transitions. Pure: rules and screens share it; no other code combines statuses. */

const { pending, dismissed, takenDown, countered, restored, upheld } = ComplaintStatus
const { takeDown, dismiss, restore, uphold } = ComplaintDecision

const transitions: Record<number, Record<number, number>> = {
  [pending]: { [takeDown]: takenDown, [dismiss]: dismissed },
  [takenDown]: { [restore]: restored, [uphold]: upheld },
  [countered]: { [restore]: restored, [uphold]: upheld },
}

/** Returns the status after a decision; null if the decision does not apply. */
export const afterComplaintDecision = (status: number, decision: number): number | null => transitions[status]?.[decision] ?? null

/** Returns the decisions that are possible now, in the order of the enumeration. */
export const complaintDecisions = (status: number): number[] =>
  ComplaintDecision.options.map(({ value }) => value).filter((one) => afterComplaintDecision(status, one) !== null)

/** Checks whether the complaint waits for staff. */
export const awaitsStaff = (status: number): boolean => status === pending || status === countered

/** The content stays hidden because of the complaint. Each such complaint counts against its author (重复侵权). */
export const standingStatuses: number[] = [takenDown, countered, upheld]

/** Checks whether the complaint has its last status. */
export const isClosedComplaint = (status: number): boolean => status === dismissed || status === restored || status === upheld

/** Checks whether the author may send a counter-notice now. */
export const mayCounter = ({ status, due_at }: { status: number; due_at: Date | string | null }, now: number): boolean =>
  status === takenDown && due_at !== null && new Date(due_at).getTime() > now
