import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { login } from '#contract/accounts.ts'
import { getBookFile } from '#contract/books.ts'
import { listMarks } from '#contract/marks.ts'
import { hostileEpub, listenForBeacons, withChapter } from '#tests/hostile-epub.ts'
import { aFlowingBook } from '#tests/journeys/a-flowing-book.ts'
import { PASSWORD, type Person, type Site, aBook, aPerson, apiOf, newcomer } from '#tests/journeys/people.ts'
import { PAGES, threeHundredNights } from '#tests/journeys/three-hundred-nights.ts'
import { freePort } from '#tests/free-port.ts'
import { mailTo } from '#tests/outbox.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { type Browser, KEYS } from './browser.ts'
import { type Network, startNetwork } from './network.ts'
import { otherBrowsers } from './other-browsers.ts'

const PLACE = 201
/** Of the page on which a test fails. */
const SHOWN_CHARACTERS = 1500
/** Where transactions are not aborted, WebKit locks its storage at one of the first thirteen pages. */
const LEFT_PAGES = 15
const WAIT = { timeout: 20_000, interval: 100 }

const isPlaceStored = (page: number) =>
  Object.entries(localStorage).some(([key, value]) => key.startsWith('place:') && value.includes(`"page":${page},`))

const storedPlace = (id: string): string => {
  const stored = Object.entries(localStorage).find(([key]) => key.startsWith('place:') && key.endsWith(id))?.[1] ?? '{}'
  const { page, cfi } = JSON.parse(stored) as { page?: number; cfi?: string }
  return `${page} ${cfi}`
}

/** Opens the reader in this document, where the edition of the book is another one. */
const openWithEdition = (id: string, base64: string) => {
  const edition = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const original = window.fetch
  window.fetch = (input, init) =>
    String(input instanceof Request ? input.url : input).includes('/files/edition/')
      ? Promise.resolve(new Response(edition))
      : original(input, init)
  history.pushState(null, '', `/read/${id}`)
  dispatchEvent(new PopStateEvent('popstate'))
}

/** Whether the text of a page is as large as its picture, once both are there. */
const sizesOf = (number: number) => {
  const page = document.querySelector(`.page[data-page-number="${number}"]`)
  const [drawn, text] = ['canvas', '.textLayer'].map((part) => page?.querySelector(part)?.getBoundingClientRect())
  if (!drawn || !text) return undefined
  const differ = (['left', 'top', 'width', 'height'] as const).some((side) => Math.abs(drawn[side] - text[side]) > 2)
  return { isAsDrawn: drawn.height > 100 && !differ }
}

/** Selects the first line of a page, as handles on a touch screen do. */
const selectLine = (number: number) => {
  const line = document.querySelector(`.page[data-page-number="${number}"] .textLayer span[role=presentation]`)
  if (line) getSelection()?.selectAllChildren(line)
}

const BROWSERS = await otherBrowsers()

describe.skipIf(BROWSERS.length === 0)('the reader in other browsers', () => {
  let folder: string
  let server: SpawnedServer
  let network: Network
  let site: Site
  let author: Person

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'other-browsers-'))
    const port = await freePort()
    network = await startNetwork(port)
    const { address } = network
    const settings = { PORT: String(port), PUBLIC_URL: address, DATA_DIR: folder, RATE_LIMITS: 'off' }
    server = spawnServer(settings)
    await server.opened()
    site = { address, dataDir: folder }
    author = await aPerson('author', site)
  })
  afterAll(async () => {
    await network?.turnOff()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  describe.each(BROWSERS)('%s', (name, start) => {
    let reader: Person
    let book: string
    let browser: Browser

    beforeAll(async () => {
      reader = await aPerson('reader', site)
      book = (await aBook(author, { title: `Three Hundred Nights in ${name}` }, site, await threeHundredNights()))._id
      browser = await start()
      await browser.goto(`${site.address}/about`)
      await browser.evaluate((token: string) => localStorage.setItem('token', token), reader.token)
    }, 120_000)
    afterAll(() => browser?.close())
    beforeEach(({ onTestFailed }) => {
      onTestFailed(async () => {
        const shown = await browser.evaluate(() => `${location.href}\n${document.body.innerText}`)
        console.log(`${name} shows ${shown.slice(0, SHOWN_CHARACTERS)}`)
      })
    })

    /** As another session of the reader has them. */
    const marks = async (id = book) => {
      const { token } = await apiOf(site)(login, { body: { email: reader.email, password: PASSWORD } })
      return (await apiOf(site, { ...reader, token })(listMarks, { params: { id } })).marks
    }
    const shownPage = (number: number) => browser.find(`[role=region][aria-label="Page ${number} of ${PAGES}"]`)
    const line = (number: number) =>
      browser.find(`//*[contains(@class, "textLayer")]//span[contains(., "Night ${number}, hour 1:")]`)
    const focusPages = () =>
      browser.evaluate(() => document.querySelector<HTMLElement>('.pdfViewer')?.parentElement?.focus())
    const open = async (path: string, number: number) => {
      // From another page, because one with another fragment only would not be loaded.
      await browser.goto(`${site.address}/about`)
      await browser.goto(site.address + path)
      await line(number)
      await shownPage(number)
      await focusPages()
    }
    const button = (label: string) => `button[aria-label="${label}"], button[title^="${label}"]`

    test('reads: turns pages by key, finds words, fits the text, comes back to the page', async () => {
      // The zoom that a failed try has left; its key would take it back.
      await browser.evaluate((id: string) => localStorage.removeItem(`zoom:${id}`), book)
      await open(`/read/${book}#page=5`, 5)
      await browser.press(KEYS.ArrowRight)
      await shownPage(6)
      await line(6)
      await browser.press('t')
      await browser.click('button[aria-label="View"]')
      await browser.find('input[name="reading-fit"][value="text"]:checked')
      await browser.click('button[aria-label="View"]')
      await browser.click('button[aria-label="Find in the book"]')
      await browser.type('[role=search] input', `Night ${PLACE}, hour 7`)
      await browser.find('.textLayer .highlight.selected')
      await shownPage(PLACE)
      await vi.waitUntil(() => browser.evaluate((place: string) => location.hash === place, `#page=${PLACE}`), WAIT)
      await open(`/read/${book}`, PLACE)
    })

    /** For a test whose marks must not meet those of its failed try. */
    const anotherBook = async () =>
      (await aBook(author, { title: `Three Hundred Nights ${randomUUID()}` }, site, await threeHundredNights()))._id

    test('marks: bookmarks by key, highlights a sentence with a note', async () => {
      const id = await anotherBook()
      await open(`/read/${id}#page=9`, 9)
      await browser.find(button('Bookmark this page'))
      await browser.press('b')
      await browser.find('button[title^="Bookmark this page"][aria-pressed=true]')
      await highlight('Seen from the ship')
      await browser.find('[data-mark][data-color=gold]')
      await untilSent('Seen from the ship', id)
      expect((await marks(id)).length).toBe(2)
      await open(`/read/${id}#page=9`, 9)
      await browser.find('[data-mark][data-color=gold]')
    })

    test('bookmarks pages, each left while the bookmark is sent', { timeout: 300_000 }, async () => {
      const id = await anotherBook()
      for (let page = 20; page < 20 + LEFT_PAGES; page++) {
        await open(`/read/${id}#page=${page}`, page)
        await browser.find(button('Bookmark this page'))
        await browser.press('b')
        await browser.find('button[title^="Bookmark this page"][aria-pressed=true]')
      }
      await vi.waitUntil(async () => (await marks(id)).length === LEFT_PAGES, WAIT)
    })

    const untilSent = (note: string, id = book) =>
      vi.waitUntil(async () => JSON.stringify(await marks(id)).includes(note), WAIT)
    const highlight = async (note: string, words = 'hour 1:') => {
      await focusPages()
      await browser.press('h')
      await browser.find('[role=group][aria-label="Choose a passage"]')
      await browser.find(`//*[@role="group"]//p[contains(., "${words}")]`)
      await browser.press(KEYS.Enter)
      await browser.click('button[aria-label="Add a note"]')
      await browser.type('textarea[aria-label="Your note"], textarea', note)
      await browser.click('//button[contains(., "Save the note")]')
      await browser.find(`//*[text()="${note}"]`)
    }

    test('reads and marks an EPUB, and comes back to its place', async () => {
      const { _id: id } = await aBook(author, { title: `An EPUB in ${name}` }, site, aFlowingBook())
      const shown = (page: number) => browser.find(`[role=region][aria-label^="Page ${page} of"] iframe`)
      const openEpub = async (path: string, page: number) => {
        await browser.goto(`${site.address}/about`)
        await browser.goto(site.address + path)
        await shown(page)
        await focusPages()
      }
      await openEpub(`/read/${id}#page=5`, 5)
      await browser.find(button('Bookmark this page'))
      await highlight('Seen in a book that flows', ' ')
      await vi.waitUntil(async () => (await marks(id)).length === 1, WAIT)
      await focusPages()
      for (let turned = 0; turned < 4; turned++) {
        const before = await browser.evaluate(storedPlace, id)
        await browser.press(KEYS.ArrowRight)
        await vi.waitUntil(async () => (await browser.evaluate(storedPlace, id)) !== before, WAIT)
      }
      expect(await browser.evaluate(storedPlace, id)).toContain('epubcfi(')
      const page = Number(await browser.evaluate(() => /\d+/.exec(location.hash)?.[0]))
      await openEpub(`/read/${id}`, page)
    })

    test('shows a hostile EPUB, cleaned or as it is, which sends nothing', async () => {
      const beacon = await listenForBeacons()
      const hostile = await hostileEpub(beacon.address)
      if (!hostile) return
      const { _id: id } = await aBook(author, { title: `A hostile book in ${name}` }, site, hostile.epub)
      const isShown = () => browser.find('[role=region][aria-label^="Page 1 of"] iframe')
      await browser.goto(`${site.address}/read/${id}`)
      await isShown()
      const { url } = await apiOf(site, reader)(getBookFile, { params: { id } })
      const edition = Buffer.from(await (await fetch(new URL(url, site.address))).arrayBuffer())
      await browser.goto(`${site.address}/about`)
      await browser.evaluate(openWithEdition, id, (await withChapter(edition, hostile.raw)).toString('base64'))
      await isShown()
      // The frame has had its time by then.
      await browser.find(button('Bookmark this page'))
      await browser.goto(`${site.address}/about`)
      expect(beacon.sent).toEqual([])
      beacon.close()
    })

    test('keeps a book, which opens at its place without a network and is marked; the marks are sent later', async () => {
      await open(`/read/${book}#page=${PLACE}`, PLACE)
      await vi.waitUntil(() => browser.evaluate(isPlaceStored, PLACE), WAIT)
      await browser.goto(`${site.address}/books/${book}`)
      await browser.click('//button[contains(., "Keep for reading offline")]')
      await browser.find('//*[contains(text(), "The book is kept on this device.")]')
      await network.turnOff()
      try {
        await browser.goto(`${site.address}/about`)
        await browser.find('//h1[contains(., "You are offline")]')
        await browser.goto(`${site.address}/read/${book}`)
        await line(PLACE)
        await shownPage(PLACE)
        await browser.find(button('Bookmark this page'))
        await highlight('Read in a tunnel')
        await browser.find('//*[contains(text(), "Your marks are saved in this browser")]')
        await browser.closeTab()
      } finally {
        await network.turnOn()
      }
      expect(JSON.stringify(await marks())).not.toContain('Read in a tunnel')
      await browser.goto(`${site.address}/about`)
      await untilSent('Read in a tunnel')
    })

    test('signs up with the link of the mail, searches, and marks a drawn page where its words are', async () => {
      const { username, email } = newcomer('Ottoline')
      await browser.goto(`${site.address}/about`)
      await browser.evaluate(() => localStorage.clear())
      await browser.goto(`${site.address}/auth?sign-up=reader`)
      await browser.type('fieldset:enabled #field-username', username)
      await browser.type('#field-email', email)
      await browser.type('#field-password', PASSWORD)
      await browser.type('#field-confirm', PASSWORD)
      await browser.click('//button[text()="Sign Up"]')
      await browser.click('//dialog//button[text()="OK"]')
      await browser.goto((await mailTo(email, 1, folder)).link)
      await browser.click('//button[not(@disabled)][text()="Verify my email"]')
      await browser.find('fieldset:enabled [name=password]')
      expect(await browser.evaluate(() => document.querySelector<HTMLInputElement>('#field-email')?.value)).toBe(email)
      await browser.type('fieldset:enabled #field-password', PASSWORD)
      await browser.click('//button[text()="Login"]')
      await browser.find('//h1')
      await vi.waitUntil(() => browser.evaluate(() => location.pathname === '/'), WAIT)
      const { _id: id, title } = await aBook(
        author,
        { title: `Nights ${randomUUID().slice(0, 6)}` },
        site,
        await threeHundredNights(),
      )
      await browser.goto(`${site.address}/library?query=${encodeURIComponent(title)}`)
      await browser.click(`//h2//a[contains(., "${title}")]`)
      await browser.find(`//h1[contains(., "${title}")]`)
      await open(`/read/${id}#page=5`, 5)
      expect(await vi.waitUntil(() => browser.evaluate(sizesOf, 5), WAIT)).toEqual({ isAsDrawn: true })
      await browser.find(button('Bookmark this page'))
      await browser.evaluate(selectLine, 5)
      await browser.click('//*[@role="dialog"]//button[@aria-label="Highlight in blue"]')
      await browser.find('.page[data-page-number="5"] [data-mark][data-color=blue]')
    })
  })
})
