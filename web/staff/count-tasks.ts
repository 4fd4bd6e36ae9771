import type { DashboardStats } from '#contract/admin.ts'

/** How many of the dashboard's pending tasks there are: each warning, book and claim is one. */
export const countTasks = ({
  waiting,
  address,
  backup,
}: Pick<DashboardStats, 'waiting' | 'address' | 'backup'>): number => {
  const { readyForPremium, claims, guessedAt, failedMails, booksWithoutFile, damagedFiles } = waiting
  const isBackupWrong = backup !== null && (backup.fault !== null || backup.isLate)
  const warnings = [
    guessedAt !== null,
    failedMails > 0,
    booksWithoutFile > 0,
    damagedFiles > 0,
    !address.isSet,
    isBackupWrong,
  ]
  return warnings.filter(Boolean).length + readyForPremium.length + claims.length
}
