import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { caseFile, casesOf } from '#server/testing/cases.ts'
import {
  addBookFrame,
  type FrameDriver,
  readBook,
  type ReadBook,
  type Setting,
  showingBooks,
} from '#tests/book-geometry/book-frame.ts'
import { aBookOfHardStyles, HARD_STYLES } from '#tests/book-geometry/hard-styles.ts'
import { aUsualBook, USUAL_BOOKS } from '#tests/book-geometry/usual-styles.ts'
import { judgeWords } from '#tests/book-geometry/words-on-screens.ts'
import { type Browser } from './browser.ts'
import { otherBrowsers } from './other-browsers.ts'

/** Those of row 49 are no EPUBs: they have no container. */
const BOOKS = casesOf('.epub').filter((name) => !name.startsWith('r49-'))
/** Each width and each size once by screens, and once scrolled. */
const SETTINGS: Setting[] = [
  { width: 1280, height: 700, size: 18 },
  { width: 390, height: 700, size: 28 },
  { width: 320, height: 640, size: 40 },
  { width: 390, height: 700, size: 28, flow: 'scrolled' },
]
/** Firefox counts a part of a blank at the end of a line. */
const BLANK_PX = 2
/** Of a book, spread over it. */
const CHAPTERS = 3

/** The frame of a book by a browser that is driven through its page, whose window stays as large as it is. */
const driverOf = (browser: Browser): FrameDriver => ({
  inPage: (script, argument) => browser.evaluate(script, argument),
  inFrame: (script, argument) =>
    browser.evaluate(
      (source: string, given: unknown) => {
        const frame = document.querySelector('iframe')?.contentWindow as (Window & typeof globalThis) | undefined
        return frame?.eval(`(${source})`)(given)
      },
      script.toString(),
      argument,
    ),
  resize: async () => {},
})

/** Of the page, which is larger than its window. */
const removeMargins = () => {
  document.documentElement.style.overflow = 'hidden'
  document.body.style.margin = '0'
}

const BROWSERS = await otherBrowsers()
if (BROWSERS.length === 0) test.skip('no other browser can be had')

describe.each(BROWSERS)('every word of a book is on a screen of %s', (engine, start) => {
  let browser: Browser
  let frame: ReturnType<typeof showingBooks>

  beforeAll(async () => {
    browser = await start()
    await browser.goto('about:blank')
    const driver = driverOf(browser)
    await driver.inPage(removeMargins, undefined)
    await addBookFrame(driver, 'allow-scripts allow-same-origin')
    frame = showingBooks(driver)
  }, 120_000)
  afterAll(() => browser?.close())

  const faultsOf = async (book: ReadBook, at: number): Promise<string[]> => {
    const faults: string[] = []
    for (const [n, setting] of SETTINGS.entries()) {
      if (n === 0) await frame.show(book, at, setting)
      else await frame.change(setting)
      const isPaged = setting.flow !== 'scrolled'
      const { lost, sideways } = await frame.judge(judgeWords, {
        isPaged,
        isCoverChecked: false,
        isScrolledTextMeasured: engine !== 'WebKit',
      })
      const name = `${book.chapters[at]?.path} at ${setting.width} px, size ${setting.size}, ${isPaged ? 'by screens' : 'scrolled'}`
      faults.push(...lost.slice(0, 3).map((one) => `${name}: ${one}`))
      if (sideways > BLANK_PX) faults.push(`${name}: ${sideways} px sideways`)
    }
    return faults
  }

  test.each(Object.keys(HARD_STYLES))('in a chapter with the style %s', async (name) => {
    expect(await faultsOf(await readBook(aBookOfHardStyles([name])), 0)).toEqual([])
  })

  test.each(Object.keys(USUAL_BOOKS))('in a book in the style %s', async (name) => {
    expect(await faultsOf(await readBook(aUsualBook(name)), 0)).toEqual([])
  })

  test.each(BOOKS)('in %s', async (name) => {
    const book = await readBook(caseFile(name))
    const numbers = book.chapters.flatMap(({ isFixed }, at) => (isFixed ? [] : [at]))
    const step = Math.max(1, Math.floor(numbers.length / CHAPTERS))
    for (const at of numbers.filter((_, n) => n % step === 0).slice(0, CHAPTERS))
      expect(await faultsOf(book, at)).toEqual([])
  })
})
