/**
 * Every page in the pseudo-language, from left to right and from right to left: `npm run test:pseudo` builds it. The API
 * is answered by samples, whose words are Cyrillic: what is in Latin letters is a text of the site.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, expect, test } from '@playwright/test'
import { DEFAULT_SITE_SETTINGS } from '#contract/values/site.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import { getUserDetails } from '#contract/calls/accounts.ts'
import { addressOf } from '#contract/api/client.ts'
import { languageOf } from '#contract/shapes/languages.ts'
import { aPersonOf, BROKEN, type Kind, KINDS, readOf } from '../reads.ts'
import { sampleOf } from '../sample-of.ts'
import { findClippedTexts } from './clipped-texts.ts'
import { widestOn } from './good-layout.ts'
import { theSite } from './people.ts'
import { turnTo, untilHydrated } from './served.ts'
import { findUnmarkedTexts } from './unmarked-texts.ts'

const ROUTES = readFileSync(join(import.meta.dirname, '../../web/routes.ts'), 'utf8')
const ID = '0b1c2d3e-4f50-4617-8293-a4b5c6d7e8f9'
/** All but that of the reader, which needs the file of a book, and where `/about` leads from. */
const PATHS = [...ROUTES.matchAll(/\bpage\('([^']+)'/g)]
  .map(([, path = '']) =>
    path
      .replace('*', '/no/such/page')
      .replace(':genre', 'Poetry')
      .replace(/\/:\w+\?/, ''),
  )
  .map((path) => path.replace(/:\w+/, ID))
  .filter((path) => !path.startsWith('/read/'))
const MEMBERS = /^\/(?:profile|notices|kept|my|lists|library|book|admin|moderation)(?:\/|$)/
const STAFF = /^\/(?:admin|moderation)(?:\/|$)/

const SIZES = [1280, 768, 320].map((width) => ({ width, height: 800 }))
/** Longer than the pause before a failed read is repeated. */
const FAILED_QUIET_MS = 900
const QUIET_MS = 100

const STATES = ['filled', 'empty', 'loading', 'failed'] as const
type State = (typeof STATES)[number]

/** Those who see all of a page; of pages with content, everybody. */
const kindsOf = (path: string, state: State): readonly Kind[] => {
  if (STAFF.test(path)) return ['admin']
  return state === 'filled' ? KINDS : path.startsWith('/auth') ? ['visitor'] : ['visitor', 'author']
}

const WORDS = 'некоторые слова'

/** The sample with Cyrillic words in place of its own. */
const inCyrillic = (value: unknown): unknown => {
  if (typeof value === 'string') return value.startsWith('some ') ? WORDS : value
  if (Array.isArray(value)) return value.map(inCyrillic)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, inCyrillic(inner)]))
}

/** Without a language of their own, in which a page of the log-in would go on. */
const personOf = (kind: Exclude<Kind, 'visitor'>) => ({ ...(inCyrillic(aPersonOf(kind)) as object), language: null })

const FAILURE = { status: 500, json: { message: BROKEN, type: 'internal', requestId: 'broken' } }

/** A page whose reads are answered by samples as `now` says, and whose writes fail. */
const aSampledPage = async (page: Page, now: { kind: Kind; state: State }) => {
  const loading = new Set<string>()
  page.on('request', (request) => void (request.resourceType() === 'script' && loading.add(request.url())))
  page.on('requestfinished', (request) => void loading.delete(request.url()))
  page.on('requestfailed', (request) => void loading.delete(request.url()))
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const { kind, state } = now
    if (route.request().method() !== 'GET') return route.fulfill(FAILURE)
    if (pathname === addressOf(getUserDetails))
      return kind === 'visitor'
        ? route.fulfill({ status: 401, json: { message: '', type: 'unauthorized', requestId: 'x' } })
        : route.fulfill({ json: { user: { ...personOf(kind), username: 'Ида Фенн' } } })
    if (pathname === addressOf(getSiteSettings))
      return route.fulfill({ json: { ...DEFAULT_SITE_SETTINGS, version: '0.1.0' } })
    if (state === 'loading') return
    if (state === 'failed') return route.fulfill(FAILURE)
    const response = readOf(pathname)?.response
    const isEmpty = state === 'empty' && !pathname.endsWith('/genres')
    return response
      ? route.fulfill({ json: inCyrillic(sampleOf(response, isEmpty)) ?? null })
      : route.fulfill({ status: 204 })
  })
  return {
    /** Until nothing changes any more. */
    settled: async (quietMs = QUIET_MS) => {
      do await unlessLeft(page, page.evaluate(untilQuiet, quietMs))
      while (loading.size > 0)
    },
  }
}

/** Undefined if the page is left meanwhile: what is pressed may load another document, such as a file. */
const unlessLeft = async <Found>(page: Page, found: Promise<Found>): Promise<Found | undefined> => {
  try {
    return await found
  } catch (error) {
    if (!/because of a navigation/.test((error as Error).message)) throw error
    await page.waitForLoadState()
    return undefined
  }
}

/** Runs in the page. */
const untilQuiet = (quietMs: number) =>
  new Promise<void>((resolve) => {
    const MOST_MS = 4000
    const end = performance.now() + MOST_MS
    let timer = setTimeout(done, quietMs)
    const observer = new MutationObserver(() => {
      if (performance.now() > end) return
      clearTimeout(timer)
      timer = setTimeout(done, quietMs)
    })
    observer.observe(document, { subtree: true, childList: true, characterData: true })
    function done() {
      observer.disconnect()
      resolve()
    }
  })

const NARROWEST = SIZES.slice(-1)
const PRESSED = 'main :is(button, summary, [role=tab]):visible:enabled'
const PRESSES_MAX = 30

/** What is wrong with the page as it is shown, in each of these sizes. */
const faultsOf = async (page: Page, tag: string, sizes = SIZES): Promise<string[]> => {
  // In German `Intl` writes dates and names of languages in Latin letters too.
  const found = tag === 'ar' ? await page.evaluate(findUnmarkedTexts) : []
  for (const size of sizes) {
    await page.setViewportSize(size)
    const faults = [...(await page.evaluate(findClippedTexts)), ...(await widestOn(page))]
    found.push(...faults.map((fault) => `${size.width} px: ${fault}`))
  }
  return found
}

test.describe.configure({ mode: 'parallel' })

for (const tag of ['de', 'ar']) {
  const prefix = languageOf(tag)?.path ?? ''

  /** Opens a page that reads nothing, as this kind of people. */
  const begin = async (page: Page, kind: Kind) => {
    await page.context().addCookies([{ name: 'language', value: tag, url: theSite().address }])
    await page.addInitScript(
      (token) => {
        if (token) localStorage.setItem('token', token)
      },
      kind === 'visitor' ? '' : 'a-token',
    )
    await page.goto(`${prefix}/about`)
    await expect(page.locator('html'), 'npm run test:pseudo').toHaveAttribute('lang', `${tag}-x-pseudo`)
    await untilHydrated(page)
  }

  for (const state of STATES)
    for (const kind of KINDS) {
      const paths = PATHS.filter((path) => kindsOf(path, state).includes(kind))
      if (paths.length === 0) continue
      test(`${tag}: the pages of a ${kind} (${state}) have no text of their own, and none that is cut`, async ({
        page,
      }) => {
        const { settled } = await aSampledPage(page, { kind, state })
        await begin(page, kind)
        // By what is wrong, as much is on every page.
        const found: Record<string, string[]> = {}
        for (const path of paths) {
          await turnTo(page, prefix + path)
          await settled(state === 'failed' ? FAILED_QUIET_MS : QUIET_MS)
          for (const fault of await faultsOf(page, tag)) (found[fault] ??= []).push(path)
        }
        expect(found).toEqual({})
      })
    }

  for (const kind of ['visitor', 'author', 'admin'] as const) {
    const paths = PATHS.filter((path) =>
      kind === 'visitor' ? !MEMBERS.test(path) : STAFF.test(path) === (kind === 'admin'),
    )
    test(`${tag}: what a ${kind} opens and what fails has no text of its own, and none that is cut`, async ({
      page,
    }) => {
      test.setTimeout(900_000)
      const { settled } = await aSampledPage(page, { kind, state: 'filled' })
      await begin(page, kind)
      const found: Record<string, string[]> = {}
      for (const path of paths) {
        // By a new document, as what was pressed may have left the last one, or be about to.
        const open = async () => {
          await page.goto(`${prefix}/about`)
          await turnTo(page, prefix + path)
          await settled()
        }
        await open()
        for (let index = 0; index < PRESSES_MAX; index += 1) {
          const one = page.locator(PRESSED).nth(index)
          if ((await one.count()) === 0) break
          const name = await one.evaluate((element) => element.outerHTML.replace(/<svg.*?<\/svg>/g, '').slice(0, 60))
          const isPressed = await one.click({ timeout: 1000 }).then(
            () => true,
            () => false,
          )
          if (!isPressed) continue
          await settled()
          const isHere = () => new URL(page.url()).pathname === prefix + path
          const faults = isHere() ? await unlessLeft(page, faultsOf(page, tag, NARROWEST)) : undefined
          for (const fault of faults ?? []) (found[fault] ??= []).push(`${path} ${name}`)
          if (!isHere() || (await page.locator('dialog[open]').count()) > 0) await open()
        }
      }
      expect(found).toEqual({})
    })
  }
}
