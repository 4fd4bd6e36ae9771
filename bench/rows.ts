import { adminTables } from './admin-rows.ts'
import {
  bookPage,
  deepPage,
  home,
  homeAlone,
  homeShared,
  uncachedLists,
  memberList,
  uncachedMember,
  openList,
  twoLanguages,
} from './answer-rows.ts'
import { homeBesideJunk, othersBesideRandomPages } from './beside-junk-rows.ts'
import { allMarks } from './all-marks-row.ts'
import { besideRatingsRows } from './beside-ratings-rows.ts'
import { fanOut, fanOutPages } from './fan-out-row.ts'
import { cover, pdf, pdfMemory, scripts } from './file-rows.ts'
import { imports } from './import-row.ts'
import { insideSearch, pageIndexing } from './inside-rows.ts'
import { markedEpub } from './epub-marks-rows.ts'
import { epubReading } from './epub-rows.ts'
import { myPages } from './my-pages-row.ts'
import { oldestReader, reader } from './reader-row.ts'
import { keptBook, thousandMarks } from './kept-rows.ts'
import { find, pageTurn, readingMemory } from './reading-rows.ts'
import { recommendationRows } from './recommendation-rows.ts'
import type { Row } from './row.ts'
import { searchRows } from './search-rows.ts'
import { shelfRows } from './shelf-rows.ts'
import { firstStart, memory, start, startWithApp } from './start-rows.ts'
import { visitRows } from './visit-rows.ts'
import { epubUploads, rating, upload } from './write-rows.ts'

/** Rows that stop the server are last. */
export const ROWS: Row[] = [
  openList,
  memberList,
  uncachedMember,
  uncachedLists,
  deepPage,
  ...adminTables,
  ...shelfRows,
  ...searchRows,
  ...recommendationRows,
  ...visitRows,
  bookPage,
  home,
  homeAlone,
  homeShared,
  twoLanguages,
  ...besideRatingsRows,
  othersBesideRandomPages,
  cover,
  pdf,
  pdfMemory,
  rating,
  upload,
  ...epubUploads,
  fanOut,
  fanOutPages,
  memory,
  insideSearch,
  pageIndexing,
  scripts,
  reader,
  oldestReader,
  pageTurn,
  readingMemory,
  find,
  ...epubReading,
  ...markedEpub,
  keptBook,
  thousandMarks,
  allMarks,
  myPages,
  imports,
  firstStart,
  startWithApp,
  homeBesideJunk,
  start,
]
