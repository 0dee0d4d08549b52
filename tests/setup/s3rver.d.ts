declare module "s3rver" {
  type Options = {
    port: number
    address: string
    silent: boolean
    directory: string
    configureBuckets: { name: string; configs: string[] }[]
  }
  export default class S3rver {
    constructor(options: Options)
    store: { deleteObject(bucket: string, key: string): Promise<void> }
    run(): Promise<unknown>
    close(): Promise<void>
  }
}
