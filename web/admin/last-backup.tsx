import type { DashboardStats } from '#contract/admin.ts'
import { classNames } from '#web/ui/class-names.ts'
import { decimal, megabytes } from '#web/messages/counts.ts'
import { DASHBOARD } from '#web/messages/admin-dashboard.ts'
import { formatTime } from '#web/ui/format-time.ts'
import dashboardCss from './dashboard.module.css'

/** When the last backup was made, how large it is and where. */
export const LastBackup = ({ backup }: Pick<DashboardStats, 'backup'>) => (
  <section className={dashboardCss.part} aria-labelledby="backups">
    <h2 id="backups">{DASHBOARD.backups}</h2>
    <p className={classNames('muted', dashboardCss.sentence)}>{textOf(backup)}</p>
  </section>
)

const GB = 1_073_741_824

const sizeOf = (bytes: number) =>
  bytes < GB ? DASHBOARD.megabytes(megabytes(bytes)) : DASHBOARD.gigabytes(decimal(bytes / GB))

const textOf = (backup: DashboardStats['backup']) => {
  if (!backup) return DASHBOARD.noBackups
  const { place, last } = backup
  if (!last) return DASHBOARD.noBackupYet(place)
  const { at, bytes, files, isEncrypted } = last
  const when = DASHBOARD.lastBackup(formatTime(at), sizeOf(bytes), files, place)
  return `${when} ${isEncrypted ? DASHBOARD.encrypted : DASHBOARD.notEncrypted}`
}
