import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import {
  type BookFrame,
  openBookFrame,
  readBook,
  type ReadBook,
  type Setting,
} from '#tests/book-geometry/book-frame.ts'
import { aBookOfHardStyles, HARD_STYLES } from '#tests/book-geometry/hard-styles.ts'
import { aUsualBook, USUAL_BOOKS } from '#tests/book-geometry/usual-styles.ts'
import { judgeWords } from '#tests/book-geometry/words-on-screens.ts'

const SHARED = join(import.meta.dirname, '../../../shared')
const FOLDERS = [join(process.env['TEST_DATA'] ?? join(SHARED, 'data'), 'epub'), join(SHARED, 'cases/files')]
const BOOKS = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.epub'))
    .map((name) => ({ name, path: join(folder, name) })),
)
const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 640 },
]
const SIZES = [18, 28, 40]
const SETTINGS: Setting[] = WINDOWS.flatMap((window) => SIZES.map((size) => ({ ...window, size })))
const SCROLLED: Setting[] = WINDOWS.map((window) => ({ ...window, size: 28, flow: 'scrolled' }))
const EVERY = [...SETTINGS, ...SCROLLED]
/** Those of which each has sizes and widths of its own, for the chapters of long books in turn. */
const SHARES = [
  [0, 1, 11],
  [3, 5, 9],
  [7, 8, 10],
  [2, 4, 6],
].map((share) => share.flatMap((n) => EVERY[n] ?? []))
/** So many chapters of a book are checked in every setting, and all with EVERY_SETTING. */
const WHOLE_CHAPTERS = process.env['EVERY_SETTING'] ? Infinity : 8
/** The chapters of a book are shared among so many tests, which run beside each other. */
const TESTS_OF_A_BOOK = 4

const settingsOf = (at: number) => (at < WHOLE_CHAPTERS ? EVERY : (SHARES[at % SHARES.length] ?? EVERY))

const BOOK_MS = 1_200_000
/** Of the size that is asked for. */
const SIZE_TOLERANCE = 0.05

let page: Page
let frame: BookFrame

test.beforeAll(async ({ browser }) => {
  page = await browser.newPage()
  frame = await openBookFrame(page)
})
test.afterAll(() => page.close())

/** What is wrong with a chapter, at each width of the window and each size of the letters. */
const faultsOf = async (book: ReadBook, at: number): Promise<string[]> => {
  const faults: string[] = []
  const sizes = new Map<number, number[]>()
  for (const [n, setting] of settingsOf(at).entries()) {
    if (n === 0) await frame.show(book, at, setting)
    else await frame.change(setting)
    const isPaged = setting.flow !== 'scrolled'
    const judged = await frame.frame.evaluate(judgeWords, { isPaged, isCoverChecked: n % 4 === 0 })
    const name = `${book.chapters[at]?.path} at ${setting.width} px, size ${setting.size}, ${isPaged ? 'by screens' : 'scrolled'}`
    faults.push(...judged.lost.slice(0, 3).map((lost) => `${name}: ${lost}`))
    if (judged.sideways > 1) faults.push(`${name}: ${judged.sideways} px sideways`)
    if (setting.width === 1280 && isPaged) sizes.set(setting.size, judged.sizes)
  }
  const [small, large] = [sizes.get(18), sizes.get(28)]
  const grown = (large && small ? small : []).filter(
    (size, text) => Math.abs((large?.[text] ?? 0) / size / (28 / 18) - 1) > SIZE_TOLERANCE,
  )
  if (grown.length > 0) faults.push(`${book.chapters[at]?.path}: ${grown.length} texts do not grow with the text size`)
  return faults
}

const chapterNumbers = (book: ReadBook) => book.chapters.flatMap(({ isFixed }, at) => (isFixed ? [] : [at]))

for (const name of Object.keys(HARD_STYLES))
  test(`every word of a chapter with the style ${name} is on a screen, and grows with the text size`, async () => {
    expect(await faultsOf(await readBook(aBookOfHardStyles([name])), 0)).toEqual([])
  })

for (const name of Object.keys(USUAL_BOOKS))
  test(`every word of a book in the style ${name} is on a screen, and grows with the text size`, async () => {
    expect(await faultsOf(await readBook(aUsualBook(name)), 0)).toEqual([])
  })

test.describe.configure({ mode: 'parallel' })

for (const { name, path } of BOOKS)
  for (let share = 0; share < TESTS_OF_A_BOOK; share += 1)
    test(`every word of ${name} is on a screen, and grows with the text size (${share + 1} of ${TESTS_OF_A_BOOK})`, async () => {
      test.setTimeout(BOOK_MS)
      // Books that are refused have no chapters to show.
      const book = await readBook(await readFile(path)).catch(() => undefined)
      const numbers = book ? chapterNumbers(book).filter((_, n) => n % TESTS_OF_A_BOOK === share) : []
      test.skip(!book || numbers.length === 0, 'is refused when it is uploaded, or has no such chapter')
      if (!book) return
      const faults: string[] = []
      for (const at of numbers) faults.push(...(await faultsOf(book, at)))
      expect(faults).toEqual([])
    })
