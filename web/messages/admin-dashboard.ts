import { englishCount } from '#web/language/english-count.ts'
import { grouped } from './counts.ts'

/** The messages of the dashboard. */

export const DASHBOARD = {
  title: 'Admin Dashboard',
  welcome: (name: string) => `Welcome, ${name || 'Admin'}`,
  loading: 'Loading dashboard data...',
  failed: 'Failed to load dashboard data',
  users: 'Manage Users',
  books: 'Manage Books',
  logout: 'Logout',
  figures: 'Figures',
  noChange: 'No change in 30 days',
  more: (count: number) => `+${grouped(count)} in 30 days`,
  fewer: (count: number) => `\u2212${grouped(count)} in 30 days`,
  trend: (name: string, from: number, to: number) =>
    `${name}, the last 30 days: from ${grouped(from)} to ${grouped(to)}`,
  stats: {
    total: 'Total Users',
    books: 'Total Books',
    readers: 'Readers',
    authors: 'Authors',
    premium: 'Premium Books',
    verified: 'Verified Users',
  },
  days: 'The last 30 days',
  lines: { reads: 'Reads', ratings: 'Ratings (without guests)', signUps: 'New users', uploads: 'New books' },
  line: (name: string, total: number, most: number, day: string) =>
    `${name}: ${grouped(total)} in 30 days, most on ${day} with ${grouped(most)}`,
  noLine: (name: string) => `${name}: none in 30 days`,
  dayByDay: 'Day by day',
  day: 'Day',
  downloads: 'App downloads',
  smallAuthors: 'The small authors’ place:',
  smallAuthorsShare: (clicks: number, places: number) =>
    `${clicks}% of the clicks on recommendations in 30 days, with ${places}% of the places`,
  noClicks: 'no clicks on recommendations in 30 days',
  waiting: 'Pending tasks',
  nothingWaits: 'There are no pending tasks.',
  ready: 'Ready for premium',
  readyDays: (days: number) => `${days} days in a row in top-rated`,
  makePremium: 'Make Premium',
  isPremium: (title: string) => `“${title}” is premium now.`,
  guessed: 'Somebody is guessing passwords',
  guessedText: (when: string) =>
    `On ${when} there were many more wrong passwords than usual. Further tries are slowed down, and people can still log in from where they usually do. Make sure that the passwords of administrators are long and used nowhere else.`,
  failedMails: (count: number) => `${englishCount(count, 'mail', 'mails')} could not be delivered`,
  failedMailsText:
    'Delivery was tried for several days. Check the mail settings; “npm run quillhouse -- doctor” shows what is wrong.',
  editionsToMake: (count: number) =>
    `${englishCount(count, 'EPUB', 'EPUBs')} still to be made ready for readers again, after the rules for that have changed.`,
  coversToMake: (count: number) => `${englishCount(count, 'cover', 'covers')} of imported books still to be made.`,
  textsToRead: (count: number) =>
    `The words of ${englishCount(count, 'book', 'books')} still to be read again, after the rules for that have changed.`,
  missingFiles: (count: number) => `${englishCount(count, 'book', 'books')} without a file`,
  missingFilesText: 'Their files are missing.',
  seeList: 'See the list',
  restore: 'Restore from a backup',
  restoreText:
    'A backup has the files in its folder “files”. Copy the missing ones into the folder “files” of DATA_DIR. Within an hour the books leave this list.',
  damagedFiles: (count: number) => englishCount(count, 'damaged file', 'damaged files'),
  damagedFilesText: 'Readers get an error instead of damaged contents. Restore the files from a backup.',
  backupFault: 'Something is wrong with the backups',
  backupFaultText: (when: string, fault: string) => `On ${when}: ${fault}`,
  backupLate: 'Backups are late',
  backupLateText:
    'There has been no complete backup for twice the usual interval. The log of the server says why; “npm run quillhouse -- doctor” shows whether backups can be written.',
  backups: 'Backups',
  noBackups:
    'This library makes no backups by itself. Set BACKUP_TO to a folder on another disk or to a store, and restart the server.',
  noBackupYet: (place: string) => `No backup has been made in ${place} yet.`,
  megabytes: (megabytes: string) => `${megabytes} MB`,
  gigabytes: (gigabytes: string) => `${gigabytes} GB`,
  lastBackup: (when: string, size: string, files: number, place: string) =>
    `The last backup was made on ${when}: ${size} with ${englishCount(files, 'file', 'files')}, verified, in ${place}.`,
  encrypted: 'It is encrypted.',
  notEncrypted: 'It is not encrypted.',
  claims: 'Is this true of your library?',
  claimsText:
    'A new site says this on its download page and at the foot of each page. Confirm what is true; change or clear the rest.',
  claim: (name: string, value: string) => `${name}: ${value || 'empty'}`,
  confirm: 'Confirm',
  confirmOf: (name: string) => `Confirm: ${name}`,
  confirmed: (name: string) => `${name} is confirmed.`,
  changeClaim: 'Change or clear',
  changeClaimOf: (name: string) => `Change or clear: ${name}`,
  noAddress: 'PUBLIC_URL is not set',
  noAddressText: (url: string) =>
    `Mails and the code to scan lead to ${url}, the address of this server. If readers use another one, set PUBLIC_URL to it and restart the server.`,
  topViewed: 'Top Viewed Books',
  topRated: 'Top Rated Books',
  recent: 'Recent Users',
} as const
