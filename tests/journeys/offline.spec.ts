import { type BrowserContext, type Page, type Request, expect, test } from '@playwright/test'
import { listMarks } from '#contract/marks.ts'
import { login } from '#contract/accounts.ts'
import { deleteBook, editBook } from '#contract/publishing.ts'
import { getBookText } from '#contract/text-view.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { PASSWORD, type Person, aBook, aPerson, apiOf, browserOf, theSite } from './people.ts'
import { aRealBook, withBallast } from './printed-pdf.ts'
import { chooseView } from './reader-bar.ts'
import { PAGES, threeHundredNights } from './three-hundred-nights.ts'

const PLACE = 201

let author: Person
let reader: Person
let book: { _id: string }
let device: BrowserContext

test.use({ serviceWorkers: 'allow' })
test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  ;[author, reader] = await Promise.all([aPerson('author'), aPerson('reader')])
  book = await aBook(author, { title: 'Three Hundred Nights' }, theSite(), await threeHundredNights())
  device = await browserOf(browser, reader)
})
test.afterAll(() => device.close())

const marks = async () => (await apiOf(theSite(), reader)(listMarks, { params: { id: book._id } })).marks
const keepButton = (tab: Page) => tab.getByRole('button', { name: 'Keep for reading offline' })
const keep = async (tab: Page, id: string) => {
  await tab.goto(`/books/${id}`)
  await keepButton(tab).click()
  await expect(tab.getByText('The book is kept on this device.')).toBeVisible({ timeout: 30_000 })
}
const shownPage = (tab: Page, number: number) => tab.getByRole('region', { name: `Page ${number} of ${PAGES}` })
const line = (tab: Page, text: string) => tab.locator('.textLayer span', { hasText: text })

/** What the origin private file system has. */
const foldersOn = (tab: Page) =>
  tab.evaluate(async () => {
    const names: string[] = []
    for await (const name of (await navigator.storage.getDirectory()).keys()) names.push(name)
    return names
  })

test('a browser on which nothing is kept has no page of the reader', async () => {
  const tab = await device.newPage()
  await tab.goto('/library')
  await tab.evaluate(async () => void (await navigator.serviceWorker.ready))
  const names = await tab.evaluate(() => caches.keys())
  expect(names.filter((name) => name.startsWith('kept-'))).toEqual([])
  await tab.getByRole('button', { name: /^Profile/ }).click()
  await expect(tab.getByRole('menuitem', { name: 'Library' })).toBeVisible()
  await expect(tab.getByRole('menuitem', { name: 'Kept on this device' })).toBeHidden()
  await tab.close()
})

test('a book is kept from its page, and listed with its size', async () => {
  const tab = await device.newPage()
  await tab.goto(`/read/${book._id}#page=${PLACE}`)
  await expect(line(tab, `Night ${PLACE}, hour 1:`)).toBeVisible({ timeout: 15_000 })
  await expect(tab.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toBeAttached()
  await keep(tab, book._id)
  await expectNoAxeFindings(tab)
  await tab.getByRole('button', { name: /^Profile/ }).click()
  await tab.getByRole('menuitem', { name: 'Kept on this device' }).click()
  await expect(tab.getByRole('heading', { name: 'Kept on this device' })).toBeVisible()
  await expect(tab.getByRole('listitem').filter({ hasText: 'Three Hundred Nights' })).toContainText(/\d MB/)
  await expect(tab.getByText(/^1 book, .*free for this site/)).toBeVisible()
  await expectNoAxeFindings(tab)
  await tab.emulateMedia({ colorScheme: 'dark' })
  await expectEnoughContrast(tab)
  await tab.setViewportSize({ width: 320, height: 640 })
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  for (const button of await tab.getByRole('main').getByRole('button').all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await tab.close()
})

test('without a network the book opens at its place, and is marked and noted', async () => {
  await device.setOffline(true)
  const tab = await device.newPage()
  await tab.goto(`/read/${book._id}`)
  await expect(line(tab, `Night ${PLACE}, hour 1:`)).toBeVisible()
  await shownPage(tab, PLACE).focus()
  await tab.keyboard.press('ArrowRight')
  await expect(shownPage(tab, PLACE + 1)).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toBeAttached()
  await tab.keyboard.press('b')
  await expect(tab.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute('aria-pressed', 'true')
  await tab.keyboard.press('h')
  await expect(tab.getByRole('group', { name: 'Choose a passage' })).toBeFocused()
  await expect(tab.getByRole('group', { name: 'Choose a passage' })).toContainText(`Night ${PLACE + 1}`)
  await tab.keyboard.press('Enter')
  await tab.getByRole('button', { name: 'Add a note' }).press('Enter')
  await tab.getByRole('textbox', { name: 'Your note' }).fill('Read in a tunnel')
  await tab.getByRole('button', { name: 'Save the note' }).click()
  await expect(tab.getByText('Read in a tunnel', { exact: true })).toBeVisible()
  await expect(tab.getByText('Your marks are saved in this browser')).toBeVisible()
  const place = () => tab.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('place:'))?.[1])
  await expect.poll(place).toContain(`"page":${PLACE + 1},`)
  expect(await marks()).toEqual([])
  const crash = tab.waitForEvent('crash')
  const client = await device.newCDPSession(tab)
  client.send('Page.crash').catch(() => undefined)
  await crash
  await tab.close()
})

test('without a network one’s own books are those on this device', async () => {
  const tab = await device.newPage()
  await tab.goto('/my')
  await expect(tab.getByRole('heading', { level: 1, name: 'My books' })).toBeVisible()
  await expect(tab.getByText('The library cannot be reached.')).toBeVisible()
  const kept = tab.getByRole('region', { name: 'Kept on this device' })
  await expect(kept.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  await expectNoAxeFindings(tab)
  await tab.close()
})

test('without a network logging out asks, because something is unsent', async () => {
  const tab = await device.newPage()
  await tab.clock.install()
  await tab.goto('/kept')
  await expect(tab.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  await tab.getByRole('button', { name: /^Profile/ }).click()
  // The network takes what is sent, and never answers.
  await tab.route('**/api/**', () => undefined)
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await tab.clock.runFor(5000)
  const dialog = tab.getByRole('dialog', { name: 'Log out?' })
  await expect(dialog).toContainText('have not reached the library yet')
  await tab.unroute('**/api/**')
  await expectNoAxeFindings(tab)
  await dialog.getByRole('button', { name: 'Stay logged in' }).click()
  await expect(tab.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  await tab.getByRole('link', { name: 'Read Three Hundred Nights' }).click()
  await expect(shownPage(tab, PLACE + 1)).toBeVisible()
  await tab.close()
})

test('when the network is back, another device has the marks and the place', async ({ browser }) => {
  await device.setOffline(false)
  const tab = await device.newPage()
  await tab.goto('/about')
  await expect.poll(async () => (await marks()).length).toBe(2)
  await tab.close()
  const other = await browserOf(browser, reader)
  const phone = await other.newPage()
  await phone.goto(`/read/${book._id}`)
  await expect(shownPage(phone, PLACE + 1)).toBeVisible({ timeout: 15_000 })
  await expect(phone.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expect(phone.getByRole('button', { name: /^Highlight, gold/ })).toBeAttached()
  expect(JSON.stringify(await marks())).toContain('Read in a tunnel')
  await other.close()
})

test('a book that is deleted goes from the device, with a word', async () => {
  const other = await aBook(author, { title: 'A Short Stay' })
  const tab = await device.newPage()
  await keep(tab, other._id)
  await apiOf(theSite(), author)(deleteBook, { params: { id: other._id } })
  await tab.goto(`/read/${other._id}`)
  await expect(tab.getByText('It is no longer kept on this device.')).toBeVisible()
  const third = await aBook(author, { title: 'A Shorter Stay' })
  await keep(tab, third._id)
  await apiOf(theSite(), author)(deleteBook, { params: { id: third._id } })
  await tab.goto('/kept')
  await expect(tab.getByText('“A Shorter Stay” is no longer in the library.')).toBeVisible()
  await expect(tab.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  await expect(tab.getByRole('link', { name: /A Short/ })).toHaveCount(0)
  await tab.close()
})

test('another person on the device sees none of the kept books', async () => {
  const tab = await device.newPage()
  await tab.goto('/kept')
  const next = await aPerson('reader')
  await tab.evaluate((token) => localStorage.setItem('token', token), next.token)
  await tab.goto('/kept')
  await expect(tab.getByText('No book is kept on this device.')).toBeVisible()
  await tab.goto(`/books/${book._id}`)
  await expect(keepButton(tab)).toBeVisible()
  await tab.evaluate((token) => localStorage.setItem('token', token), reader.token)
  await tab.close()
})

test('a file that the browser has cleared is named, and kept again', async () => {
  const tab = await device.newPage()
  await tab.goto('/kept')
  await expect(tab.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  await tab.evaluate(async () => (await navigator.storage.getDirectory()).removeEntry('books', { recursive: true }))
  await tab.reload()
  await expect(tab.getByText('The browser has removed the file.')).toBeVisible()
  // Looking for it has created nothing.
  expect(await foldersOn(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Keep Three Hundred Nights again' }).click()
  await expect(tab.getByText('The browser has removed the file.')).toBeHidden({ timeout: 30_000 })
  await expect.poll(() => foldersOn(tab)).not.toEqual([])
  await tab.close()
})

/** The files that the private file system has of a book. */
const filesOf = (tab: Page, id: string) =>
  tab.evaluate(async (book) => {
    const names: string[] = []
    const books = await (await navigator.storage.getDirectory()).getDirectoryHandle('books')
    for await (const folder of books.values())
      if (folder.kind === 'directory')
        for await (const name of (folder as FileSystemDirectoryHandle).keys())
          if (name.startsWith(book)) names.push(name)
    return names.toSorted()
  }, id)

test('a kept book has its text without a network, and the text goes with it', async () => {
  const { file, firstPage } = await aRealBook()
  const { _id: id } = await aBook(author, { title: 'Alice to Go' }, theSite(), file.buffer)
  const tab = await device.newPage()
  // Before the server has made its text.
  await device.route('**/api/books/*/text*', (route) => route.fulfill({ json: { parts: [], blocks: [] } }))
  await device.route('**/api/books/*/reading?*', (route) => route.fulfill({ json: { first: 1, pages: [] } }))
  await keep(tab, id)
  expect(await filesOf(tab, id)).toEqual([id])
  await device.unroute('**/api/books/*/text*')
  await device.unroute('**/api/books/*/reading?*')
  const api = apiOf(theSite(), reader)
  const parts = async () => (await api(getBookText, { params: { id } })).parts
  await expect.poll(async () => (await parts()).length, { timeout: 120_000 }).toBeGreaterThan(0)
  // The reader adds it to the kept book.
  await tab.goto(`/read/${id}`)
  const keptText = () =>
    tab.evaluate(
      (book) => Object.entries(localStorage).find(([key]) => key.startsWith('kept:') && key.includes(book))?.[1],
      id,
    )
  await expect.poll(keptText).toMatch(/"textParts":\[\d/)
  expect(await filesOf(tab, id)).toEqual([id, `${id}.text`])
  await tab.goto('/about')
  await device.setOffline(true)
  await tab.goto(`/read/${id}`)
  await expect(tab.locator('.page[data-page-number="1"] .textLayer')).toContainText(firstPage)
  await chooseView(tab, 'Show', 'Text')
  const text = tab.getByRole('region', { name: 'Text of the book' })
  const last = (await parts()).at(-1)
  const { blocks } = await api(getBookText, { params: { id }, query: { from: last } })
  await expect(text).toContainText(blocks.at(-1)?.text ?? '')
  await expect(text.getByRole('alert')).toHaveCount(0)
  await tab.keyboard.press('v')
  await device.setOffline(false)
  await tab.goto('/kept')
  await tab.getByRole('button', { name: 'Remove Alice to Go from this device' }).click()
  await expect(tab.getByRole('link', { name: 'Read Alice to Go' })).toHaveCount(0)
  await expect.poll(() => filesOf(tab, id)).toEqual([])
  // Kept now, it has its text and the words of its pages at once.
  await keep(tab, id)
  expect(await filesOf(tab, id)).toEqual([id, `${id}.reading`, `${id}.text`])
  await tab.close()
})

/** Of a whole file, as it is kept. */
const isDownload = (request: Request) =>
  request.resourceType() === 'fetch' && request.url().includes('/files/') && !request.headers()['range']
/** Of what follows the first part of a file that is read from the library. */
const isOfRest = (request: Request) =>
  request.url().includes('/files/') && /^bytes=[1-9]/.test(request.headers()['range'] ?? '')

test('an update that fails leaves the kept file, and one that succeeds is open at once', async ({ browser }) => {
  const own = await browserOf(browser, reader)
  const { _id: id } = await aBook(author, { title: 'Two Editions' })
  const tab = await own.newPage()
  await keep(tab, id)
  await expect.poll(() => filesOf(tab, id)).toContain(id)
  const form = new FormData()
  form.set('pdfFile', new Blob([new Uint8Array(await threeHundredNights())]), 'book.pdf')
  await apiOf(theSite(), author)(editBook, { params: { id }, body: form })
  await own.route('**/files/**', (route) => route.abort())
  const failure = own.waitForEvent('requestfailed', isDownload)
  await tab.goto(`/read/${id}`)
  await failure
  await own.setOffline(true)
  await tab.goto(`/read/${id}`)
  await expect(line(tab, 'The first page')).toBeVisible()
  expect(await filesOf(tab, id)).toContain(id)
  await own.setOffline(false)
  await own.unroute('**/files/**')
  await tab.goto(`/read/${id}`)
  await expect(tab.getByText('The author has changed this book. You are reading the new file.')).toBeVisible()
  await expect(line(tab, 'Night 1, hour 1:')).toBeVisible()
  await own.close()
})

test('kept books open without a network after another login too', async ({ browser }) => {
  const own = await browserOf(browser, reader)
  const tab = await own.newPage()
  await keep(tab, book._id)
  const { email } = reader
  const { token } = await apiOf(theSite())(login, { body: { email, password: PASSWORD } })
  await tab.evaluate((next) => localStorage.setItem('token', next), token)
  await tab.goto('/about')
  await expect.poll(() => tab.evaluate(() => localStorage.getItem('account'))).toContain(token)
  await own.setOffline(true)
  await tab.goto('/kept')
  await expect(tab.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  await own.close()
})

test('a book that is no longer kept while it is read is read from the library', async ({ browser }) => {
  const own = await browserOf(browser, reader)
  const tab = await own.newPage()
  const { _id: id } = await aBook(
    author,
    { title: 'Not to Go' },
    theSite(),
    await withBallast(await threeHundredNights()),
  )
  await keep(tab, id)
  await tab.goto(`/read/${id}`)
  await expect(line(tab, 'Night 1, hour 1:')).toBeVisible()
  await tab.getByRole('button', { name: 'More', exact: true }).click()
  const reopened = own.waitForEvent('request', isOfRest)
  await tab.getByRole('button', { name: 'Keep for reading offline', pressed: true }).click()
  await expect(tab.getByText('The book is no longer on this device.')).toBeVisible()
  await reopened
  await expect(line(tab, 'Night 1, hour 1:')).toBeVisible()
  await tab.keyboard.press('Escape')
  await tab.keyboard.press('End')
  await expect(line(tab, `Night ${PAGES}, hour 1:`)).toBeVisible()
  await own.close()
})

test('logging out removes the kept books and their pages', async () => {
  const tab = await device.newPage()
  await tab.goto('/kept')
  await expect(tab.getByRole('link', { name: 'Read Three Hundred Nights' })).toBeVisible()
  // Nor does it wait for the answer of the server.
  await tab.route('**/api/auth/logout', () => undefined)
  await tab.getByRole('button', { name: /^Profile/ }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(tab).toHaveURL('/')
  const names = () =>
    tab.evaluate(async () => {
      const kept = (await caches.keys()).filter((name) => name.startsWith('kept-'))
      const pages = await Promise.all(kept.map(async (name) => (await caches.open(name)).keys()))
      return [
        ...pages.flat().map(({ url }) => url),
        ...Object.keys(localStorage).filter((key) => /^(kept:|account|token)/.test(key)),
      ]
    })
  await expect.poll(async () => [...(await foldersOn(tab)), ...(await names())]).toEqual([])
  await device.setOffline(true)
  await tab.goto(`/read/${book._id}`)
  await expect(tab.getByRole('heading', { name: 'You are offline.' })).toBeVisible()
  await device.setOffline(false)
})

test('logging out while a book is being kept leaves nothing of it', async ({ browser }) => {
  const slow = await browserOf(browser, await aPerson('reader'))
  await slow.addInitScript(() => {
    const { fetch: fetchAll } = window
    window.fetch = async (address, options) => {
      if (!String(address).includes('/files/')) return fetchAll(address, options)
      const begun = new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode('%PDF-')),
        // Asked for more once the first bytes are written, and never has any.
        pull: () => void (document.documentElement.dataset['writing'] = 'yes'),
      })
      return new Response(begun)
    }
  })
  const tab = await slow.newPage()
  await tab.goto(`/books/${book._id}`)
  await keepButton(tab).click()
  await expect(tab.locator('html')).toHaveAttribute('data-writing', 'yes')
  expect(await foldersOn(tab)).toEqual(['books'])
  await tab.getByRole('button', { name: /^Profile/ }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(tab).toHaveURL('/')
  await expect.poll(() => foldersOn(tab)).toEqual([])
  await slow.close()
})

test('a book is kept although the browser never answers whether the storage is permanent', async ({ browser }) => {
  const silent = await browserOf(browser, await aPerson('reader'))
  await silent.addInitScript(() => {
    StorageManager.prototype.persist = () => {
      document.documentElement.dataset['asked'] = 'yes'
      return new Promise(() => undefined)
    }
  })
  const tab = await silent.newPage()
  await keep(tab, book._id)
  await expect(tab.locator('html')).toHaveAttribute('data-asked', 'yes')
  await silent.close()
})

test('a browser that writes files only in a worker keeps a book, and keeps it again', async ({ browser }) => {
  const older = await browserOf(browser, await aPerson('reader'))
  await older.addInitScript(() => Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable'))
  const tab = await older.newPage()
  const workers: string[] = []
  tab.on('worker', (worker) => workers.push(worker.url()))
  for (const count of [1, 2]) {
    await keep(tab, book._id)
    expect(workers.filter((url) => url.includes('kept-download-worker'))).toHaveLength(count)
    // As if the entry were lost: the file is written over the first one.
    if (count === 1)
      await tab.evaluate(() =>
        localStorage.removeItem(Object.keys(localStorage).find((key) => key.startsWith('kept:')) ?? ''),
      )
  }
  await older.setOffline(true)
  await tab.goto(`/read/${book._id}#page=7`)
  await expect(line(tab, 'Night 7, hour 1:')).toBeVisible({ timeout: 15_000 })
  await older.close()
})

test('a browser without a secure context has no button', async ({ browser }) => {
  const plain = await browserOf(browser, await aPerson('reader'))
  await plain.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }))
  const tab = await plain.newPage()
  await tab.goto(`/books/${book._id}`)
  await expect(tab.getByRole('button', { name: /^Profile/ })).toBeVisible()
  await expect(tab.getByRole('button', { name: 'Report this book' })).toBeVisible()
  await expect(keepButton(tab)).toBeHidden()
  await plain.close()
})
