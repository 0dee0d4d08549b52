/** Minimum time between two messages of an alarm that lasts or returns (ms). */
export const repeatMs = 3_600_000

export type AlarmState = {
  active: boolean
  text: string
  since: Date | null
  recovered_at: Date | null
  sent_at: Date | null
  told: boolean
}
export type AlarmSaying = "raised" | "recovered" | null

/**
 * Returns the next state of an alarm, and the message to send. An alarm is sent once, and again after an hour while it lasts; one that
 * returns earlier waits for the rest of that hour. A recovery is sent only if its alarm was.
 * @param fault what is wrong, "" for nothing
 */
export const nextAlarm = (state: AlarmState, fault: string, now: Date): { state: AlarmState; say: AlarmSaying } => {
  if (!fault) {
    if (!state.active) return { state, say: null }
    return { state: { ...state, active: false, recovered_at: now, told: false }, say: state.told ? "recovered" : null }
  }
  const isDue = !state.sent_at || now.getTime() - state.sent_at.getTime() >= repeatMs
  const begun = state.active ? {} : { since: now, recovered_at: null, told: false }
  const told = isDue ? { told: true, sent_at: now } : {}
  return { state: { ...state, active: true, text: fault, ...begun, ...told }, say: isDue ? "raised" : null }
}
