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
  for (const [n, setting] of [...SETTINGS, ...SCROLLED].entries()) {
    if (n === 0) await frame.show(book, at, setting)
    else await frame.change(setting)
    const isPaged = setting.flow !== 'scrolled'
    const judged = await frame.frame.evaluate(judgeWords, { isPaged, isCoverChecked: n % 4 === 0 })
    const name = `${book.chapters[at]?.path} at ${setting.width} px, size ${setting.size}, ${isPaged ? 'by screens' : 'scrolled'}`
    faults.push(...judged.lost.slice(0, 3).map((lost) => `${name}: ${lost}`))
    if (judged.sideways > 1) faults.push(`${name}: ${judged.sideways} px sideways`)
    if (setting.width === 1280 && isPaged) sizes.set(setting.size, judged.sizes)
  }
  const [small = [], large = []] = [sizes.get(18), sizes.get(28)]
  const grown = small.filter((size, text) => Math.abs((large[text] ?? 0) / size / (28 / 18) - 1) > SIZE_TOLERANCE)
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

for (const { name, path } of BOOKS)
  test(`every word of ${name} is on a screen, and grows with the text size`, async () => {
    // Books that are refused have no chapters to show.
    const book = await readBook(await readFile(path)).catch(() => undefined)
    test.skip(!book, 'is refused when it is uploaded')
    if (!book) return
    test.setTimeout(1_200_000)
    const faults: string[] = []
    for (const at of chapterNumbers(book)) faults.push(...(await faultsOf(book, at)))
    expect(faults).toEqual([])
  })
