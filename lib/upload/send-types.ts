export type Sending = { pause: () => void; cancel: () => void }
/** status 0: no network, the upload can be resumed later. `wait` = seconds until a retry; `field` = the input that the message is about. */
export type SendFailure = { status: number; message: string; field?: string; wait?: number }

export type SendOptions = {
  file: File
  /** as the server is to know it; the file's own when absent */
  name?: string
  md5: string
  /** where an earlier attempt stopped; "" = from the start */
  url: string
  onProgress: (sent: number) => void
  /** A part is safe with the server, which gave the upload this address. */
  onSafe: (url: string, accepted: number) => void
  onDone: (attachmentId: number) => void
  onFail: (failed: SendFailure) => void
}
