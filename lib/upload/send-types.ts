export type Sending = { pause: () => void; cancel: () => void }
/**
 * status 0: no network, the upload can be resumed later. `wait` = seconds until a retry; `field` = the input that the message is about;
 * `timedOut` = the network is fine.
 */
export type SendFailure = { status: number; message: string; detail?: string; field?: string; wait?: number; timedOut?: string }

export type SendOptions = {
  file: File
  /** the name sent to the server; by default the file's name */
  name?: string
  md5: string
  /** the URL of an earlier attempt to resume; "" = start over */
  url: string
  onProgress: (sent: number) => void
  /** Called when the server has stored a chunk; `url` is the upload's address. */
  onSafe: (url: string, accepted: number) => void
  onDone: (attachmentId: number) => void
  onFail: (failed: SendFailure) => void
}
