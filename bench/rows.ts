import { adminTables } from './admin-rows.ts'
import {
  bookPage,
  deepPage,
  home,
  homeAlone,
  listsPastTheCache,
  memberList,
  memberPastTheCache,
  openList,
} from './answer-rows.ts'
import { besideRatingsRows } from './beside-ratings-rows.ts'
import { cover, pdf, pdfMemory, scripts } from './file-rows.ts'
import type { Row } from './row.ts'
import { firstStart, memory, start } from './start-rows.ts'
import { rating, upload } from './write-rows.ts'

/** Those that stop the server come last. */
export const ROWS: Row[] = [
  ...[
    openList,
    memberList,
    memberPastTheCache,
    listsPastTheCache,
    deepPage,
    ...adminTables,
    bookPage,
    home,
    homeAlone,
    ...besideRatingsRows,
  ],
  ...[cover, pdf, pdfMemory, rating, upload, memory, scripts, firstStart, start],
]

/** What a later issue brings, or another tool measures. */
export const NOT_YET = ['search with a typo', 'recommendations', 'layout shift', 'Lighthouse, phone, each public page']
