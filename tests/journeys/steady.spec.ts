import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type Page, type Route, expect, test } from '@playwright/test'
import { addComment } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { aBook, apiOf, browserOf, theSite, theUsual } from './people.ts'
import { rememberShifts, shiftsOn } from './watched-page.ts'

/** So tall that whatever moves is in sight. */
const WINDOWS = [
  { width: 1280, height: 2600 },
  { width: 390, height: 2600 },
]
const AWAY = { status: 503, json: { message: '', type: 'unavailable', requestId: 'away' } }
/** What failed is tried once more after 0.8 seconds. */
const SETTLED_MS = 1600

let book: string
let visitor: BrowserContext
let reader: BrowserContext

test.beforeAll(async ({ browser }) => {
  const [author, member] = await Promise.all([theUsual('author'), theUsual('reader')])
  const api = apiOf(theSite(), member)
  for (const title of ['Still Waters', 'A Steady Hand', 'The Lighthouse at the End of the Longest Pier in the Country'])
    book = (await aBook(author, { title, author: 'Ida Stillwell' }))._id
  await api(rateBook, { params: { id: book }, body: { rating: 5 } })
  await api(addComment, { params: { id: book }, body: { text: 'Nothing moved.' } })
  ;[visitor, reader] = await Promise.all([browserOf(browser), browserOf(browser, member)])
})
test.afterAll(() => Promise.all([visitor.close(), reader.close()]))

const places = (): [path: string, who: BrowserContext][] => [
  ['/', visitor],
  ['/', reader],
  ['/library', reader],
  [`/books/${book}`, visitor],
  [`/book/${book}`, reader],
  ['/premium', visitor],
  ['/BookComponent', visitor],
  ['/download', visitor],
]

/** Whatever can be empty is; a book itself can not. */
const emptied = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('/related')) return { byAuthor: [], alsoLiked: [] }
  if (pathname === '/api/books' || searchParams.has('page'))
    return { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 }
  return /\/api\/(?:site|auth)|\/[\da-f-]{36}$/.test(pathname) ? undefined : []
}

/** How the API answers. */
const STATES: Record<string, (route: Route) => Promise<void>> = {
  'all is there': (route) => route.continue(),
  'there is nothing': (route) => {
    const json = emptied(route.request().url())
    return json ? route.fulfill({ json }) : route.continue()
  },
  'nothing comes': (route) =>
    /\/api\/(?:site|auth)/.test(route.request().url()) ? route.continue() : route.fulfill(AWAY),
}

/** What moved up to now, when the page before gave way to the skeleton of this one, was somebody's own doing. */
const forgetShifts = async (page: Page) => {
  await page.evaluate(() => new Promise((painted) => setTimeout(painted, 200)))
  await page.evaluate(() => {
    window.layoutShifts = []
  })
}

/** Less than this is a face that came late in a crowd of tabs: no eye sees it. */
const UNSEEN = 0.001

const told = (path: string, shifts: string[]) => {
  const sum = shifts.reduce((all, shift) => all + Number.parseFloat(shift), 0)
  return sum < UNSEEN ? [] : shifts.map((shift) => `${path}: ${shift}`)
}

/** Goes there without a click, after which the browser would forgive a shift for a while. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
  }, path)

for (const [state, answer] of Object.entries(STATES))
  for (const window of WINDOWS)
    test(`no page moves by itself where ${state}, ${window.width} px wide`, async () => {
      const moved = await Promise.all(
        places().map(async ([path, who]) => {
          const page = await who.newPage()
          await page.setViewportSize(window)
          await rememberShifts(page)
          await page.goto('/terms')
          await page.waitForLoadState('networkidle')
          const answers = Promise.withResolvers<void>()
          await page.route('**/api/**', async (route) => {
            await answers.promise
            await answer(route)
          })
          await go(page, path)
          await page.waitForFunction(() => !document.title.startsWith('Terms'))
          await forgetShifts(page)
          answers.resolve()
          await pause(SETTLED_MS)
          const shifts = await shiftsOn(page)
          await page.close()
          return told(path, shifts)
        }),
      )
      expect(moved.flat()).toEqual([])
    })

for (const window of WINDOWS)
  test(`nor does one that the server renders, ${window.width} px wide`, async () => {
    const moved = await Promise.all(
      places().map(async ([path, who]) => {
        const page = await who.newPage()
        await page.setViewportSize(window)
        await rememberShifts(page)
        await page.goto(path)
        const shifts = await shiftsOn(page)
        await page.close()
        return told(path, shifts)
      }),
    )
    expect(moved.flat()).toEqual([])
  })
