import { type Page, expect, test } from '@playwright/test'
import { addToList, createList, getList } from '#contract/lists.ts'
import { editBook } from '#contract/publishing.ts'
import { shelveBook } from '#contract/shelves.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { type Person, aBook, anAdmin, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { aPrintedPdf } from './printed-pdf.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

const SIZES = { 'a desktop': { width: 1280, height: 800 }, 'a phone': { width: 390, height: 844 } }
const PAGES = Array.from({ length: 12 }, (_, n) => `Page ${n + 1} of the tides`)

/** Two books of a series. */
const twoTides = async (author: Person) => {
  const ids: string[] = []
  for (const [i, title] of ['First Tide', 'Second Tide'].entries()) {
    const { _id: id } = await aBook(author, { title }, theSite(), await aPrintedPdf(PAGES))
    const form = new FormData()
    form.set('series', `Tides of ${author.username}`)
    form.set('seriesNumber', `${i + 1}`)
    await apiOf(theSite(), author)(editBook, { params: { id }, body: form })
    ids.push(id)
  }
  return ids
}

const shelf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

for (const [device, size] of Object.entries(SIZES))
  test(`on ${device} a book is wanted, begun, finished and rated, and leads to the next`, async ({ browser }) => {
    const [author, reader] = await Promise.all([aPerson('author'), aPerson('reader')])
    const [first, second] = await twoTides(author)
    const context = await browserOf(browser, reader)
    const pageErrors = await collectPageErrors(context)
    const page = await context.newPage()
    await page.setViewportSize(size)

    await page.goto('/my')
    await expect(page.getByText('and it waits here.')).toBeVisible()
    await page.goto(`/books/${first}`)
    await untilHydrated(page)
    const want = page.getByRole('button', { name: 'Want to read', exact: true })
    // A key that comes before it is known where the book stands has no effect.
    await expect(want).toBeEnabled()
    await want.focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('It is on ‘Want to read’.')).toBeVisible()
    await expect(want).toHaveAttribute('aria-pressed', 'true')
    if (device === 'a phone') await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My books' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My books' })).toBeVisible()
    await expect(shelf(page, 'Want to read').getByRole('heading', { name: 'First Tide' })).toBeVisible()

    // The position is saved once it has settled, which on a slow machine may be at the first page before.
    const saved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/position') &&
        response.request().method() === 'PUT' &&
        (response.request().postDataJSON() as { page: number }).page === 2,
    )
    await page.goto(`/read/${first}#page=2`)
    await expect(page.getByText('Page 2 of the tides')).toBeVisible()
    await saved
    await page.goto(`/books/${first}`)
    await expect(page.getByText('Page 2 of 12')).toBeVisible()
    await page.goto('/my')
    await expect(shelf(page, 'Reading').getByText('Page 2 of 12')).toBeVisible()
    await expect(shelf(page, 'Reading').getByText('about 15 min left')).toBeVisible()
    await expect(shelf(page, 'Want to read').getByRole('heading', { name: 'First Tide' })).toHaveCount(0)
    await shelf(page, 'Reading').getByRole('link', { name: 'Continue with First Tide' }).click()
    await expect(page.getByText('Page 2 of the tides')).toBeVisible()

    await page.goto(`/read/${first}#page=12`)
    const end = page.getByRole('article', { name: 'First Tide' })
    const finished = end.getByRole('button', { name: 'Finished' })
    await expect(finished).toBeVisible()
    await expectNoAxeFindings(page)
    await finished.click()
    await expect(finished).toHaveAttribute('aria-pressed', 'true')
    await expect(page.getByText('It is among the books that you have finished.')).toBeVisible()
    await end.getByRole('radio', { name: '4 stars' }).press('Space')
    await expect(end.getByText('Your rating: 4/5')).toBeVisible()
    await expect(page.getByText('Thank you for rating this book!')).toBeVisible()
    const next = end.getByRole('region', { name: 'Next in the series' })
    await next.getByRole('link', { name: 'Read the next book' }).click()
    await expect(page).toHaveURL(new RegExp(second ?? ''))

    await page.goto('/my')
    const spine = page.getByRole('link', { name: `First Tide by Ida Fenn, 4 stars` })
    await expect(spine).toBeVisible()
    await expect(shelf(page, 'Rated').getByText('You gave 4 stars')).toBeVisible()
    await expectGoodLayout(page)
    await page.setViewportSize(size)
    await shelf(page, 'Finished').getByRole('link', { name: 'All 1: Finished' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Finished' })).toBeVisible()
    await page.getByLabel('Years').selectOption({ index: 1 })
    await expect(page.getByRole('heading', { level: 2, name: 'First Tide' })).toBeVisible()
    await expectGoodLayout(page)
    expect(pageErrors).toEqual([])
    await context.close()
  })

const TITLES = ['Alpha Lamp', 'Bravo Lamp', 'Charlie Lamp']

for (const [device, size] of Object.entries(SIZES))
  test(`on ${device} a list is made, ordered by keyboard and shared by link with a visitor`, async ({ browser }) => {
    const [author, reader, admin] = await Promise.all([sharedPerson('author'), aPerson('reader'), anAdmin()])
    const ids: string[] = []
    for (const title of TITLES) ids.push((await aBook(author, { title }))._id)
    const context = await browserOf(browser, reader)
    const pageErrors = await collectPageErrors(context)
    const page = await context.newPage()
    await page.setViewportSize(size)

    for (const [i, id] of ids.entries()) {
      await page.goto(`/books/${id}`)
      const add = page.getByRole('button', { name: 'Add to list' })
      await add.focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      if (i === 0) {
        await dialog.getByRole('button', { name: 'New list' }).click()
        await dialog.getByRole('button', { name: 'Save' }).click()
        await expect(dialog.getByText('Give the list a name.').first()).toBeVisible()
        await dialog.getByLabel('Name').fill('Lamps for autumn')
        await dialog.getByLabel('What it is about').fill('Read them in this order.')
        await expectNoAxeFindings(page)
        await dialog.getByRole('button', { name: 'Save' }).click()
      } else {
        // The box is checked at once; the call is lost if the page is left before its answer.
        const added = page.waitForResponse(
          (response) => response.url().endsWith(`/books/${id}`) && response.request().method() === 'PUT',
        )
        await dialog.getByRole('checkbox', { name: 'Lamps for autumn' }).check()
        await added
      }
      await expect(dialog.getByRole('checkbox', { name: 'Lamps for autumn' })).toBeChecked()
      await expect(page.getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(add).toBeFocused()
    }

    await page.goto('/my')
    await page.getByRole('link', { name: 'Lamps for autumn' }).click()
    const titles = page.getByRole('heading', { level: 2 })
    await expect(titles).toHaveText(TITLES)
    const down = page.getByRole('button', { name: 'Move Alpha Lamp down' })
    await down.focus()
    await page.keyboard.press('Enter')
    await expect(titles).toHaveText(['Bravo Lamp', 'Alpha Lamp', 'Charlie Lamp'])
    await expect(down).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Alpha Lamp is at place 2 of 3.' })).toBeAttached()
    // The moves are sent one after the other, so that a page which is left before has sent the first alone.
    const moved = page.waitForResponse(
      (response) =>
        response.url().endsWith('/place') && (response.request().postDataJSON() as { place: number }).place === 1,
    )
    await page.getByRole('link', { name: 'Charlie Lamp' }).focus()
    await page.keyboard.press('Alt+ArrowUp')
    await page.keyboard.press('Alt+ArrowUp')
    const ordered = ['Charlie Lamp', 'Bravo Lamp', 'Alpha Lamp']
    await expect(titles).toHaveText(ordered)
    await expect(page.getByRole('link', { name: 'Charlie Lamp' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Move Charlie Lamp up' })).toHaveAttribute('aria-disabled', 'true')
    await moved
    await page.reload()
    await expect(titles).toHaveText(ordered)
    await expectGoodLayout(page)
    await page.setViewportSize(size)

    await apiOf(theSite(), admin)(updateSiteSettings, { body: { libraryAccess: 'everyone' } })
    const visitor = await browserOf(browser)
    const read = await visitor.newPage()
    await read.setViewportSize(size)
    await read.goto(page.url())
    await expect(read.getByRole('heading', { name: 'There is no such list.' })).toBeVisible()
    await page.getByRole('button', { name: 'Edit the list' }).click()
    await page.getByLabel('Who sees it').selectOption('Anyone with the link')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Anyone with the link')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy its address' })).toBeVisible()

    await read.reload()
    await expect(read.getByRole('heading', { level: 1, name: 'Lamps for autumn' })).toBeVisible()
    await expect(read.getByText(reader.username)).toBeVisible()
    await expect(read.getByRole('heading', { level: 2 })).toHaveText(ordered)
    await expect(read.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    await expect(read.getByRole('button', { name: /^Move/ })).toHaveCount(0)
    await expectGoodLayout(read)

    await page.getByRole('button', { name: 'Edit the list' }).click()
    await page.getByLabel('Who sees it').selectOption('Everyone')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Public', { exact: true })).toBeVisible()
    const html = await (await fetch(page.url())).text()
    expect(html).toContain('"@type":"ItemList"')
    expect(html).toMatch(/property="og:image" content="[^"]+\/lists\/[\da-f-]{36}\/card\.jpg\?v=\d+"/)
    expect(html).not.toContain('noindex')
    await apiOf(theSite(), admin)(updateSiteSettings, { body: { libraryAccess: 'members' } })

    await page.getByRole('button', { name: 'Delete the list' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'My books' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Lamps for autumn' })).toHaveCount(0)
    expect(pageErrors).toEqual([])
    await Promise.all([context.close(), visitor.close()])
  })

/** A list of a reader with new books of these titles, in this order. */
const aListOfLamps = async (author: Person, reader: Person) => {
  const call = apiOf(theSite(), reader)
  const { _id: list } = await call(createList, { body: { name: 'Lamps for winter' } })
  const ids: string[] = []
  for (const title of TITLES) {
    const { _id: id } = await aBook(author, { title })
    await call(addToList, { params: { id: list, bookId: id } })
    ids.push(id)
  }
  return { call, list, ids }
}

test('a move or a removal that fails is undone, and a search keeps the focus', async ({ browser }) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
  const { call, list, ids } = await aListOfLamps(author, reader)
  for (const id of ids) await call(shelveBook, { params: { id }, body: { isWanted: true } })
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  const titles = page.getByRole('heading', { level: 2 })
  const says = (text: string) => expect(page.getByRole('alert').getByText(text)).toBeVisible()
  await page.route(/\/api\/.*\/books\/[^/]+(\/place)?$/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  for (const [path, notMoved] of [
    [`/lists/${list}`, 'The list could not be saved.'],
    ['/my/want', 'The book could not be moved.'],
  ] as const) {
    await page.goto(path)
    await expect(titles).toHaveCount(3)
    const before = await titles.allTextContents()
    await page.getByRole('button', { name: `Move ${before[0]} down` }).click()
    await says(notMoved)
    await expect(titles).toHaveText(before)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: `Take ${before[0]} off` }).click()
    await says('The book could not be taken off.')
    await expect(titles).toHaveText(before)
  }

  for (const path of ['/my/want', `/lists/${list}?query=Lamp`]) {
    await page.goto(path)
    const search = page.getByRole('searchbox', { name: 'Search here' })
    await search.fill('Bravo')
    await page.keyboard.press('Enter')
    await expect(titles).toHaveText(['Bravo Lamp'])
    await expect(search).toBeFocused()
    await page.goBack()
    await expect(titles).toHaveCount(3)
    await expect(search).toHaveValue(new URL(page.url()).searchParams.get('query') ?? '')
  }
  await context.close()
})

test('a move stays when the order before it arrives late', async ({ browser }) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
  const { call, list } = await aListOfLamps(author, reader)
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  const titles = page.getByRole('heading', { level: 2 })
  await page.goto(`/lists/${list}`)
  await expect(titles).toHaveText(TITLES)

  const order = new RegExp(`/lists/${list}(\\?.*)?$`)
  const asked = page.waitForRequest(order)
  await page.route(order, () => {})
  await page.getByRole('button', { name: 'Move Alpha Lamp down' }).click()
  await asked
  let send = () => {}
  const isHeld = new Promise<void>((resolve) => (send = resolve))
  await page.route('**/place', (route) => isHeld.then(() => route.continue()))
  const moved = page.waitForRequest('**/place')
  await page.getByRole('link', { name: 'Charlie Lamp' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await moved
  await page.unroute(order)
  const loaded = page.waitForResponse(order)
  await page.evaluate(() => ['offline', 'online'].forEach((name) => window.dispatchEvent(new Event(name))))
  expect(await (await loaded).text()).toMatch(/Bravo.*Alpha.*Charlie/)
  await page.keyboard.press('Alt+ArrowUp')
  const ordered = ['Charlie Lamp', 'Bravo Lamp', 'Alpha Lamp']
  await expect(titles).toHaveText(ordered)
  const sent = page.waitForResponse((response) => response.url().endsWith('/place') && response.ok())
  send()
  await sent
  await expect
    .poll(async () => (await call(getList, { params: { id: list } })).books.map(({ title }) => title))
    .toEqual(ordered)
  await expect(titles).toHaveText(ordered)
  await context.close()
})

test('what is wanted without a network is sent when there is one, and shelved by another device', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([sharedPerson('author'), aPerson('reader')])
  const { _id: id } = await aBook(author, { title: 'Without a Network' })
  const [phone, computer] = await Promise.all([browserOf(browser, reader), browserOf(browser, reader)])
  const page = await phone.newPage()
  // What sends it later is loaded once the page works.
  await page.goto(`/books/${id}`, { waitUntil: 'networkidle' })
  const want = page.getByRole('button', { name: 'Want to read', exact: true })
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  await phone.setOffline(true)
  await want.click()
  await expect(page.getByText('sent when there is a network')).toBeVisible()
  await expect(want).toHaveAttribute('aria-pressed', 'true')
  const other = await computer.newPage()
  await other.goto('/my/want')
  await expect(other.getByText('and it waits here.')).toBeVisible()
  // A network that is back may still lose the first request.
  await page.route(`**/api/my/books/${id}`, (route) => route.abort(), { times: 1 })
  const sent = page.waitForResponse(
    (response) => response.url().endsWith(`/my/books/${id}`) && response.request().method() === 'PUT' && response.ok(),
  )
  await phone.setOffline(false)
  await sent
  await other.reload()
  await expect(other.getByRole('heading', { level: 2, name: 'Without a Network' })).toBeVisible()
  await other.getByRole('button', { name: 'Take Without a Network off' }).click()
  await expect(other.getByText('and it waits here.')).toBeVisible()
  await page.reload()
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  await Promise.all([phone.close(), computer.close()])
})

test('one press on a card puts its book on Want to read, on any page and without moving anything', async ({
  browser,
}) => {
  const [author, reader] = await Promise.all([aPerson('author'), aPerson('reader')])
  const name = `Ship of ${author.username}`
  const { _id: id, author: writer } = await aBook(author, { title: name, author: author.username })
  const context = await browserOf(browser, reader)
  const pageErrors = await collectPageErrors(context)
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/my/wanted') && asked.push(request.url()))

  await page.goto(`/authors/${encodeURIComponent(writer)}`)
  const card = page.locator(`li[data-book="${id}"]`).first()
  const before = await card.boundingBox()
  const want = card.getByRole('button', { name: `Want to read: ${name}` })
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  expect(await card.boundingBox()).toEqual(before)
  expect(asked).toHaveLength(1)
  await expectNoAxeFindings(page)
  await expect(want).toBeEnabled()
  await want.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('It is on ‘Want to read’.')).toBeVisible()
  await expect(want).toHaveAttribute('aria-pressed', 'true')
  await expect(want).toBeFocused()

  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/my')
  await expect(shelf(page, 'Want to read').getByRole('button', { name: `Want to read: ${name}` })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await expectGoodLayout(page)
  await page.goto(`/library?search=${encodeURIComponent(name)}`)
  await expect(want).toHaveAttribute('aria-pressed', 'true')
  await want.click()
  await expect(page.getByText('It is no longer on ‘Want to read’.')).toBeVisible()
  await expect(want).toHaveAttribute('aria-pressed', 'false')
  await page.goto(`/books/${id}`)
  await expect(page.getByRole('button', { name: 'Want to read', exact: true })).toHaveAttribute('aria-pressed', 'false')
  expect(pageErrors).toEqual([])
})
