import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type Page, type Route, expect, test } from '@playwright/test'
import { addComment } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { aBook, apiOf, browserOf, theSite, sharedPerson } from './people.ts'
import { AWAY } from './served.ts'
import { rememberShifts, shiftsOn, visibleShifts } from './watched-page.ts'

/** High enough that every layout shift is inside the viewport. */
const WINDOWS = [
  { width: 1280, height: 2600 },
  { width: 390, height: 2600 },
]
/** Failed queries are retried once. */
const ATTEMPTS = 2
const QUIET_MS = 500
const TABS = 4

let book: string
let visitor: BrowserContext
let reader: BrowserContext
let germans: BrowserContext[]

test.beforeAll(async ({ browser }) => {
  const [author, member] = await Promise.all([sharedPerson('author'), sharedPerson('reader')])
  const api = apiOf(theSite(), member)
  for (const title of ['Still Waters', 'A Steady Hand', 'The Lighthouse at the End of the Longest Pier in the Country'])
    book = (await aBook(author, { title, author: 'Ida Stillwell' }))._id
  await api(rateBook, { params: { id: book }, body: { rating: 5 } })
  await api(addComment, { params: { id: book }, body: { text: 'Nothing moved.' } })
  const open = () => Promise.all([browserOf(browser), browserOf(browser, member)])
  ;[visitor, reader] = await open()
  germans = await open()
  const language = { name: 'language', value: 'de', url: theSite().address }
  for (const german of germans) await german.addCookies([language])
})
test.afterAll(() => Promise.all([visitor, reader, ...germans].map((opened) => opened.close())))

type Place = [path: string, who: BrowserContext]

const placesOf = (visitor: BrowserContext, reader: BrowserContext): Place[] => [
  ['/', visitor],
  ['/', reader],
  ['/library', reader],
  [`/books/${book}`, visitor],
  [`/book/${book}`, reader],
  ['/premium', visitor],
  ['/BookComponent', visitor],
  ['/download', visitor],
  ['/devices', visitor],
  ['/devices', reader],
]

/** An empty response, for every call that can be empty. */
const emptied = (url: string) => {
  const { pathname, searchParams } = new URL(url)
  if (pathname.endsWith('/related')) return { byAuthor: [], alsoLiked: [] }
  if (pathname === '/api/books' || searchParams.has('page'))
    return { books: [], currentPage: 1, totalBooks: 0, totalPages: 0 }
  return /\/api\/(?:site|auth)|\/[\da-f-]{36}$/.test(pathname) ? undefined : []
}

const ALWAYS_ANSWERED = /\/api\/(?:site|auth)/

const away = (route: Route) => (ALWAYS_ANSWERED.test(route.request().url()) ? route.continue() : route.fulfill(AWAY))

/** How the API answers. */
const STATES: Record<string, (route: Route) => Promise<void>> = {
  'everything loads': (route) => route.continue(),
  'everything is empty': (route) => {
    const json = emptied(route.request().url())
    return json ? route.fulfill({ json }) : route.continue()
  },
  'every call fails': away,
}

/** Discards the shifts up to now, which navigation caused. They are reported with one of the next frames. */
const forgetShifts = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
    window.layoutShifts = []
  })

/** Returns a function that waits until there have been no requests for a while. Playwright's `networkidle` happens only once a load. */
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

/** Whose pages are tested: German has the longest texts of the languages that tests have. */
const LANGUAGES: Record<string, () => Place[]> = {
  English: () => placesOf(visitor, reader),
  German: () => placesOf(...(germans as [BrowserContext, BrowserContext])),
}

/** Tests a few places at a time: with many open tabs fonts load late. */
const inTurns = async (places: Place[], movedAt: (place: Place) => Promise<string[]>) => {
  const moved: string[][] = []
  const left = [...places]
  while (left.length > 0) moved.push(...(await Promise.all(left.splice(0, TABS).map(movedAt))))
  return moved.flat()
}

const START = '/terms'

/** Navigates without a click, because the browser ignores shifts shortly after input. */
const go = (page: Page, path: string) =>
  page.evaluate(
    ([start, to]) => {
      history.pushState(null, '', location.pathname.replace(start, to))
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
    },
    [START, path] as const,
  )

const CASES = Object.keys(LANGUAGES).flatMap((language) => WINDOWS.map((window) => ({ language, ...window })))

for (const [state, answer] of Object.entries(STATES))
  for (const { language, ...window } of CASES)
    test(`no page has a layout shift if ${state}, ${language}, ${window.width} px wide`, async () => {
      const moved = await inTurns(LANGUAGES[language]?.() ?? [], async ([path, who]) => {
        const page = await who.newPage()
        await page.setViewportSize(window)
        await rememberShifts(page)
        const quiet = quietOf(page)
        await page.goto(START)
        await quiet()
        const title = await page.title()
        const answers = Promise.withResolvers<void>()
        const attempts = new Map<string, number>()
        await page.route('**/api/**', async (route) => {
          await answers.promise
          await answer(route)
          const url = route.request().url()
          if (!ALWAYS_ANSWERED.test(url)) attempts.set(url, (attempts.get(url) ?? 0) + 1)
        })
        await go(page, path)
        await page.waitForFunction((before) => document.title !== before, title)
        await forgetShifts(page)
        answers.resolve()
        await quiet()
        if (answer === away) {
          await expect.poll(() => [...attempts].filter(([, count]) => count < ATTEMPTS)).toEqual([])
          await quiet()
        }
        const shifts = await shiftsOn(page)
        await page.close()
        return visibleShifts(shifts).map((shift) => `${path}: ${shift}`)
      })
      expect(moved).toEqual([])
    })

for (const { language, ...window } of CASES)
  test(`no server-rendered page has a layout shift, ${language}, ${window.width} px wide`, async () => {
    const moved = await inTurns(LANGUAGES[language]?.() ?? [], async ([path, who]) => {
      const page = await who.newPage()
      await page.setViewportSize(window)
      await rememberShifts(page)
      await page.goto(path)
      const shifts = await shiftsOn(page)
      await page.close()
      return visibleShifts(shifts).map((shift) => `${path}: ${shift}`)
    })
    expect(moved).toEqual([])
  })
