import { grouped } from './counts.ts'

/** The messages of the navigation that administrators and moderators share. */

const MOST = 99

export const RAIL = {
  administration: 'Administration',
  moderation: 'Moderation',
  dashboard: 'Dashboard',
  books: 'Books',
  users: 'Users',
  reports: 'Reports',
  hidden: 'Hidden',
  site: 'Site',
  import: 'Import',
  log: 'Log',
  count: (count: number) => (count > MOST ? `${MOST}+` : String(count)),
  waiting: (count: number) => `, ${grouped(count)} waiting`,
} as const
