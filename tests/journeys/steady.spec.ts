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
const TRIED_AGAIN_MS = 1600
const QUIET_MS = 500
const TABS = 4

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

type Place = [path: string, who: BrowserContext]

const places = (): Place[] => [
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

const away = (route: Route) =>
  /\/api\/(?:site|auth)/.test(route.request().url()) ? route.continue() : route.fulfill(AWAY)

/** How the API answers. */
const STATES: Record<string, (route: Route) => Promise<void>> = {
  'all is there': (route) => route.continue(),
  'there is nothing': (route) => {
    const json = emptied(route.request().url())
    return json ? route.fulfill({ json }) : route.continue()
  },
  'nothing comes': away,
}

/** What moved up to now, when the page before gave way to the skeleton of this one, was somebody's own doing. */
const forgetShifts = async (page: Page) => {
  await page.evaluate(() => new Promise((painted) => setTimeout(painted, 200)))
  await page.evaluate(() => {
    window.layoutShifts = []
  })
}

/** How to wait until nothing has been on its way for a while: the page's own word for it is said but once a load. */
const quietOf = (page: Page) => {
  let under = 0
  let since = Date.now()
  const ended = () => {
    under -= 1
    since = Date.now()
  }
  page.on('request', () => (under += 1))
  page.on('requestfinished', ended)
  page.on('requestfailed', ended)
  return async () => {
    while (under > 0 || Date.now() - since < QUIET_MS) await pause(50)
  }
}

/** Less than this is a face that came late in a crowd of tabs: no eye sees it. */
const UNSEEN = 0.001

/** Some of the places at a time: in a crowd of tabs faces come late. */
const inTurns = async (movedAt: (place: Place) => Promise<string[]>) => {
  const moved: string[][] = []
  const left = places()
  while (left.length > 0) moved.push(...(await Promise.all(left.splice(0, TABS).map(movedAt))))
  return moved.flat()
}

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
      const moved = await inTurns(async ([path, who]) => {
        const page = await who.newPage()
        await page.setViewportSize(window)
        await rememberShifts(page)
        const quiet = quietOf(page)
        await page.goto('/terms')
        await quiet()
        const answers = Promise.withResolvers<void>()
        await page.route('**/api/**', async (route) => {
          await answers.promise
          await answer(route)
        })
        await go(page, path)
        await page.waitForFunction(() => !document.title.startsWith('Terms'))
        await forgetShifts(page)
        answers.resolve()
        if (answer === away) await pause(TRIED_AGAIN_MS)
        await quiet()
        const shifts = await shiftsOn(page)
        await page.close()
        return told(path, shifts)
      })
      expect(moved).toEqual([])
    })

for (const window of WINDOWS)
  test(`nor does one that the server renders, ${window.width} px wide`, async () => {
    const moved = await inTurns(async ([path, who]) => {
      const page = await who.newPage()
      await page.setViewportSize(window)
      await rememberShifts(page)
      await page.goto(path)
      const shifts = await shiftsOn(page)
      await page.close()
      return told(path, shifts)
    })
    expect(moved).toEqual([])
  })
