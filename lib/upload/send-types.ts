export type Sending = { pause: () => void; cancel: () => void }
/** status 0: the network is away, the same file may go on later. `wait` = seconds after which to try again. */
export type SendFailure = { status: number; message: string; wait?: number }

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
