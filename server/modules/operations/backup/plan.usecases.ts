import type { SettingValues } from "@/lib/contract/site/settings.groups"
import type { BackupVariables, Services } from "@/server/context"
import { settingsOf } from "../../site/settings/settings.usecases"
import { openTarget, type BackupTarget, type BucketAccess } from "./target.usecases"

type Settings = SettingValues<"backup">

/** The automatic backup: where to, at which hour (Beijing), and how long backups stay. */
export type BackupPlan = { to: string; keep: string; hour: number; encrypt: boolean; passphrase: string; access: BucketAccess }

/** Access to buckets by the environment: of the backups, else of the site's files. */
export const accessOf = (env: BackupVariables): BucketAccess =>
  env.BACKUP_S3_ACCESS_KEY
    ? {
        endpoint: env.BACKUP_S3_ENDPOINT,
        region: env.BACKUP_S3_REGION,
        accessKeyId: env.BACKUP_S3_ACCESS_KEY,
        secretAccessKey: env.BACKUP_S3_SECRET_KEY ?? "",
        pathStyle: env.BACKUP_S3_PATH_STYLE,
      }
    : {
        endpoint: env.S3_ENDPOINT,
        region: env.S3_REGION,
        accessKeyId: env.S3_ACCESS_KEY ?? "",
        secretAccessKey: env.S3_SECRET_KEY ?? "",
        pathStyle: env.S3_PATH_STYLE,
      }

/** The hour of the nightly backup if only the environment names its target. */
const usualHour = 3

/**
 * Returns the automatic backup; null if there is none. The environment takes precedence over the settings, which a restored site contains.
 */
export const planOf = (env: BackupVariables, settings: Settings): BackupPlan | null => {
  const passphrase = env.BACKUP_PASSPHRASE ?? ""
  if (env.BACKUP_TO)
    return { to: env.BACKUP_TO, keep: env.BACKUP_KEEP, hour: usualHour, encrypt: passphrase !== "", passphrase, access: accessOf(env) }
  if (!settings.to) return null
  const { s3_endpoint, s3_region, s3_access_key, s3_secret_key, s3_path_style } = settings
  return {
    to: settings.to,
    keep: settings.keep,
    hour: settings.hour,
    encrypt: settings.encrypt || passphrase !== "",
    passphrase: passphrase || settings.passphrase,
    access: s3_access_key
      ? {
          ...(s3_endpoint && { endpoint: s3_endpoint }),
          region: s3_region,
          accessKeyId: s3_access_key,
          secretAccessKey: s3_secret_key,
          pathStyle: s3_path_style,
          allowed: env.OUTGOING_ALLOW,
        }
      : accessOf(env),
  }
}

/** Returns the automatic backup of the running site; null if there is none. */
export const backupPlan = async (app: Services): Promise<BackupPlan | null> =>
  app.backups ? planOf(app.backups.variables, await settingsOf(app, "backup")) : null

/** Opens the target of the automatic backup when it is first needed. */
export const plannedTarget = (plan: BackupPlan | null, dataDir: string): (() => Promise<BackupTarget | null>) => {
  let target: Promise<BackupTarget | null> | undefined
  return () =>
    (target ??= plan
      ? openTarget(plan.to, { dataDir, access: plan.access, passphrase: () => Promise.resolve(plan.passphrase) })
      : Promise.resolve(null))
}
