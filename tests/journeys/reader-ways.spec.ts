import { randomBytes } from 'node:crypto'
import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { PDFDocument, PDFName, PDFString } from 'pdf-lib'
import { listComments } from '#contract/calls/comments.ts'
import { relatedBooks } from '#contract/calls/recommendations.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { LINK, PAGES, RARE, aLongBook } from './long-book.ts'
import { type Person, aBook, aPerson, apiOf, browserOf, theSite } from './people.ts'
import { chooseView, pressInMore } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

const SITE = 'https://notes.example.org/ferry'

let author: Person
let reader: Person
let book: string
let labelled: string
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.beforeAll(async ({ browser }) => {
  ;[author, reader] = await Promise.all([aPerson('author'), aPerson('reader')])
  book = (await aLongBook(author))._id
  labelled = (await aBook(author, { title: 'With a Preface' }, theSite(), await aLabelledPdf()))._id
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
})
test.beforeEach(async () => {
  page = await context.newPage()
})
test.afterEach(async () => {
  await page.close()
  expect(pageErrors).toEqual([])
})
test.afterAll(() => context.close())

/** Four pages of preface, i to iv, then pages 1 to 5, and one without a name; a link to another site on the first. */
const aLabelledPdf = async () => {
  const pdf = await PDFDocument.create()
  for (let number = 1; number <= 10; number += 1)
    pdf.addPage([400, 600]).drawText(`Sheet ${number}`, { x: 40, y: 520, size: 24 })
  const { context: objects } = pdf
  pdf.catalog.set(
    PDFName.of('PageLabels'),
    objects.obj({ Nums: [0, objects.obj({ S: 'r' }), 4, objects.obj({ S: 'D' }), 9, objects.obj({})] }),
  )
  const link = objects.obj({
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [36, 470, 200, 505],
    Border: [0, 0, 1],
    A: { Type: 'Action', S: 'URI', URI: PDFString.of(SITE) },
  })
  pdf.getPage(0).node.set(PDFName.of('Annots'), objects.obj([objects.register(link)]))
  return Buffer.from(await pdf.save())
}

const at = (number: number) => page.getByRole('region', { name: `Page ${number} of ${PAGES}` })
const open = async (id: string, hash: string, number: number) => {
  await page.goto(`/read/${id}${hash}`)
  await expect(page.locator(`.page[data-page-number="${number}"] .endOfContent`)).toBeAttached({ timeout: 15_000 })
}
const slider = () => page.getByRole('slider', { name: 'Move along the book' })

test('the matches are a list with their words and chapters, and each can be gone to and returned from', async () => {
  await open(book, '#page=2', 2)
  await page.keyboard.press('Control+f')
  await page.getByRole('searchbox', { name: 'Find' }).fill(RARE.word)
  const list = page.getByRole('navigation', { name: 'Matches' })
  await expect(list.getByRole('listitem')).toHaveCount(RARE.pages.length)
  await expect(list).toContainText('The Lighthouse')
  await expect(list).toContainText('The Long Gale')
  await expect(list.locator('mark').first()).toHaveText(RARE.word)
  await expect(list.getByRole('button').first()).toContainText(`A ${RARE.word} on the hull.`)
  const second = list.getByRole('button').nth(1)
  await second.click()
  await expect(at(RARE.pages[1] ?? 0)).toBeVisible()
  await expect(second).toHaveAttribute('aria-current', 'location')
  await expect(page.locator('.textLayer .highlight.selected')).toHaveText(RARE.word)
  await expectNoAxeFindings(page)
  await list.getByRole('button').first().click()
  await expect(at(RARE.pages[0] ?? 0)).toBeVisible()
  await page.getByRole('button', { name: 'Back to page 2', exact: true }).click()
  await expect(at(2)).toBeVisible()
  await page.getByRole('searchbox', { name: 'Find' }).fill('mizzenmast')
  await expect(list).toBeHidden()
})

test('a thumbnail can be returned from', async () => {
  await open(book, '#page=2', 2)
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await contents.getByRole('button', { name: 'Pages' }).click()
  await contents.getByRole('button', { name: 'Page 9', exact: true }).click()
  await expect(at(9)).toBeVisible()
  await page.getByRole('button', { name: 'Back to page 2', exact: true }).click()
  await expect(at(2)).toBeVisible()
})

test('pages are called by their printed names, and found by them', async () => {
  await open(labelled, '#page=3', 3)
  const field = page.getByRole('textbox', { name: 'Page' })
  await expect(field).toHaveValue('iii')
  await expect(slider()).toHaveAttribute('aria-valuetext', 'Page iii, 3 of 10')
  await field.fill('iv')
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 4 of 10' })).toBeVisible()
  await field.fill('2')
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 6 of 10' })).toBeVisible()
  // As phones write it.
  await field.fill('Ii')
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 2 of 10' })).toBeVisible()
  await field.fill('2')
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 6 of 10' })).toBeVisible()
  await expect(field).toHaveValue('2')
  // From a page without a name too.
  await field.fill('10')
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 10 of 10' })).toBeVisible()
  await field.fill('iv')
  await field.press('Enter')
  await expect(page.getByRole('region', { name: 'Page 4 of 10' })).toBeVisible()
})

test('the slider at the foot shows the chapter, and moves along the book by keyboard and pointer', async () => {
  await open(book, '#page=2', 2)
  await expect(slider()).toHaveAttribute('aria-valuetext', `Page 2 of ${PAGES}, The Ferry`)
  await slider().focus()
  await page.keyboard.press('ArrowRight')
  await expect(at(3)).toBeVisible()
  await page.keyboard.press('End')
  await expect(at(PAGES)).toBeVisible()
  await expect(slider()).toHaveAttribute('aria-valuetext', `Page ${PAGES} of ${PAGES}, The Long Gale`)
  await expect(page.getByText(/^\d+ min left$/)).toBeVisible()
  const box = (await slider().boundingBox())!
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2)
  await expect(page.getByRole('region', { name: /^Page (?:19|20|21|22) of/ })).toBeVisible()
  await expect(page.getByRole('button', { name: `Back to page ${PAGES}`, exact: true })).toBeVisible()
  await expect(page.getByText(/min left in this chapter$/)).toBeVisible()
})

test('the arrow keys turn the pages of a book that has a wider page elsewhere', async () => {
  const pdf = await PDFDocument.create()
  for (const [number, width] of [400, 400, 2400].entries())
    pdf.addPage([width, 600]).drawText(`Plate ${number}`, { x: 40, y: 520 })
  const { _id } = await aBook(author, { title: 'With a Map' }, theSite(), Buffer.from(await pdf.save()))
  await open(_id, '#page=1', 1)
  await page.getByRole('region', { name: 'Page 1 of 3' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'Page 2 of 3' })).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('region', { name: 'Page 1 of 3' })).toBeVisible()
})

test('page by page, each page is fitted to the window, whatever its size', async () => {
  const pdf = await PDFDocument.create()
  for (const size of [
    [400, 600],
    [1200, 500],
    [300, 900],
    [400, 600],
  ] as const)
    pdf.addPage([...size]).drawText('Plate', { x: 40, y: 120 })
  const link = {
    Type: 'Annot',
    Subtype: 'Link',
    Rect: [0, 0, 1200, 500],
    Dest: [pdf.getPage(2).ref, PDFName.of('XYZ'), null, 600, null],
  }
  pdf.getPage(1).node.set(PDFName.of('Annots'), pdf.context.obj([pdf.context.register(pdf.context.obj(link))]))
  const { _id } = await aBook(author, { title: 'With Plates' }, theSite(), Buffer.from(await pdf.save()))
  await page.addInitScript(() => localStorage.setItem('reading:paged', 'on'))
  const sheet = (number: number) => page.locator(`.page[data-page-number="${number}"]`)
  /** The room beside a page and below it, and how much of it is above the window and within that. */
  const placeOf = (number: number) =>
    sheet(number).evaluate((one) => {
      const box = one.getBoundingClientRect()
      const { clientWidth, clientHeight } = one.closest('.pdfViewer')?.parentElement ?? one
      const { top } = one.closest('.pdfViewer')?.parentElement?.getBoundingClientRect() ?? box
      const above = (top - box.top) / box.height
      return {
        across: clientWidth - box.width,
        down: clientHeight - box.height,
        above,
        until: above + clientHeight / box.height,
      }
    })
  const expectFit = async (number: number, fit: 'width' | 'page') => {
    await expect(page.getByRole('region', { name: `Page ${number} of 4` })).toBeVisible()
    await expect
      .poll(async () => {
        const { across, down } = await placeOf(number)
        return Math.abs(fit === 'width' ? across : Math.min(across, down))
      })
      .toBeLessThan(3)
  }
  await open(_id, '#page=1', 1)
  await page.getByRole('region', { name: 'Page 1 of 4' }).focus()
  await page.keyboard.press('w')
  await expectFit(1, 'width')
  await page.keyboard.press('ArrowRight')
  await expectFit(2, 'width')
  await page.keyboard.press('ArrowRight')
  await expectFit(3, 'width')
  expect((await placeOf(3)).above).toBeLessThan(0.01)
  await page.keyboard.press('ArrowRight')
  await expectFit(4, 'width')
  await page.keyboard.press('Home')
  await page.keyboard.press('End')
  await expectFit(4, 'width')
  // Backwards a page is read from its end.
  await page.keyboard.press('PageUp')
  await expectFit(3, 'width')
  expect((await placeOf(3)).until).toBeCloseTo(1, 1)
  await page.keyboard.press('0')
  await expectFit(3, 'page')
  await page.keyboard.press('ArrowLeft')
  await expectFit(2, 'page')
  await page.keyboard.press('w')
  await expectFit(2, 'width')
  // A link leads to its place on a page of another size.
  await sheet(2).locator('.annotationLayer a').click()
  await expectFit(3, 'width')
  expect((await placeOf(3)).above).toBeCloseTo(300 / 900, 1)
  await page.reload()
  await expectFit(3, 'width')
  // So is a pair.
  await chooseView(page, 'Side by side', 'Two pages')
  await page.getByRole('region', { name: /^Page \d of 4$/ }).focus()
  for (const [key, number] of [
    ['Home', 1],
    ['End', 4],
    ['PageUp', 2],
    ['PageUp', 1],
  ] as const) {
    await page.keyboard.press(key)
    if (number !== 2) await expectFit(number, 'page')
    else await expect(sheet(2)).toBeVisible()
  }
  await chooseView(page, 'Side by side', 'One page')
})

test('page by page, a page whose size comes late from the network is fitted then', async () => {
  const pdf = await PDFDocument.create()
  pdf.addPage([400, 600]).drawText('Text', { x: 40, y: 120 })
  // So that the map is in a part of the file of its own.
  const distance = () => pdf.context.register(pdf.context.stream(randomBytes(2 ** 19)))
  distance()
  pdf.addPage([1200, 500])
  distance()
  pdf.addPage([400, 600])
  // pdf.js reads the last page at once, and with it all that are in the same node.
  const root = pdf.catalog.Pages()
  const nodes = [pdf.getPages().slice(0, 2), pdf.getPages().slice(2)].map((pages) => {
    const kids = pages.map(({ ref }) => ref)
    const node = pdf.context.register(
      pdf.context.obj({
        Type: 'Pages',
        Kids: kids,
        Count: kids.length,
        Parent: pdf.catalog.get(PDFName.of('Pages')) ?? null,
      }),
    )
    for (const one of pages) one.node.set(PDFName.of('Parent'), node)
    return node
  })
  root.set(PDFName.of('Kids'), pdf.context.obj(nodes))
  const file = Buffer.from(await pdf.save({ useObjectStreams: false }))
  const { _id } = await aBook(author, { title: 'With a Late Map' }, theSite(), file)
  await page.addInitScript(() => localStorage.setItem('reading:paged', 'on'))
  const late = Promise.withResolvers<void>()
  const map = file.indexOf('0 0 1200')
  await page.route('**/files/pdf/**', async (route) => {
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(route.request().headers()['range'] ?? '') ?? []
    if (Number(from) <= map && map <= Number(to)) await late.promise
    await route.continue()
  })
  await open(_id, '#page=1', 1)
  const widthOf = (number: number) =>
    page.locator(`.page[data-page-number="${number}"]`).evaluate((one) => one.getBoundingClientRect().width)
  await page.getByRole('region', { name: 'Page 1 of 3' }).focus()
  await page.keyboard.press('w')
  const width = () => page.locator('.pdfViewer').evaluate((sheets) => sheets.parentElement?.clientWidth ?? 0)
  await expect.poll(async () => (await widthOf(1)) - (await width())).toBeCloseTo(0, -1)
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('region', { name: 'Page 2 of 3' })).toBeVisible()
  await expect(page.locator('.page[data-page-number="2"][data-loaded]')).toBeHidden()
  late.resolve()
  await expect(page.locator('.page[data-page-number="2"][data-loaded]')).toBeVisible()
  await expect.poll(async () => (await widthOf(2)) - (await width())).toBeCloseTo(0, -1)
})

test('a book from right to left is turned and laid out from right to left', async () => {
  const pdf = await PDFDocument.create()
  for (let number = 1; number <= 5; number += 1) pdf.addPage([400, 600]).drawText(`Leaf ${number}`, { x: 40, y: 520 })
  pdf.catalog.set(PDFName.of('ViewerPreferences'), pdf.context.obj({ Direction: 'R2L' }))
  const file = Buffer.from(await pdf.save())
  const { _id } = await aBook(author, { title: 'From the Right' }, theSite(), file)
  await open(_id, '#page=1', 1)
  await expect(slider().locator('..')).toHaveAttribute('dir', 'rtl')
  await page.getByRole('region', { name: 'Page 1 of 5' }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('region', { name: 'Page 2 of 5' })).toBeVisible()
  await chooseView(page, 'Side by side', 'Two pages')
  const leftOf = async (number: number) =>
    (await page.locator(`.page[data-page-number="${number}"]`).boundingBox())?.x ?? 0
  await expect.poll(async () => (await leftOf(2)) > (await leftOf(3))).toBe(true)
  await chooseView(page, 'Side by side', 'One page')
})

test('a link shows where it leads before it is followed', async () => {
  await open(book, `#page=${LINK.from}`, LINK.from)
  await page.locator(`.page[data-page-number="${LINK.from}"] .annotationLayer a`).hover()
  const preview = page.getByRole('tooltip', { name: 'Where this link leads' })
  await expect(preview).toContainText(`Page ${LINK.to}`)
  await expect
    .poll(() =>
      preview.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
        return data.some((value, i) => i % 4 === 0 && value < 90 && data[i + 3] === 255)
      }),
    )
    .toBe(true)
  await expectNoAxeFindings(page)
  await page.mouse.move(5, 400)
  await expect(preview).toBeHidden()
  await open(labelled, '#page=1', 1)
  await page.locator('.annotationLayer a').first().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(preview).toContainText('Leads to notes.example.org')
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
})

test('a finger sees where a link leads, and then follows it', async ({ browser }) => {
  const phone = await browser.newContext({
    storageState: await context.storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const tab = await phone.newPage()
  await tab.goto(`/read/${book}#page=${LINK.from}`)
  await tab.locator(`.page[data-page-number="${LINK.from}"] .annotationLayer a`).tap()
  const preview = tab.getByRole('dialog', { name: 'Where this link leads' })
  await expect(preview).toBeVisible()
  await expect(tab.getByRole('region', { name: `Page ${LINK.from} of ${PAGES}` })).toBeVisible()
  await expectNoAxeFindings(tab)
  await preview.getByRole('button', { name: `Go to page ${LINK.to}` }).tap()
  await expect(tab.getByRole('region', { name: /^Page \d+ of / })).toHaveAccessibleName(`Page ${LINK.to} of ${PAGES}`)
  await expect(preview).toBeHidden()
  await phone.close()
})

test('a link to a passage opens there and marks it', async () => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await open(book, '#page=17', 17)
  const sentence = page.locator('.page[data-page-number="17"] .textLayer').getByText(`A ${RARE.word} on the hull.`)
  await sentence.selectText()
  await pressInMore(page, 'Copy link to this passage')
  await expect(page.getByText('Link to this passage copied')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(new URLSearchParams(new URL(link).hash.slice(1)).get('quote')).toBe(`A ${RARE.word} on the hull.`)
  await page.goto('about:blank')
  await page.goto(link)
  await expect(at(17)).toBeVisible({ timeout: 15_000 })
  await expect(page.locator('.page[data-page-number="17"] .highlight.selected').first()).toBeVisible()
  await expect(page.locator('.page[data-page-number="17"] .textLayer')).toContainText(RARE.word)
  await page.goto('about:blank')
  await page.goto(`/read/${book}#page=4&quote=${encodeURIComponent('no such words in it')}`)
  await expect(page.getByText('The passage is not in this version of the book.')).toBeVisible({ timeout: 15_000 })
  await expect(at(4)).toBeVisible()
})

test('after the last page a reader rates, comments and finds the next book', async () => {
  await aBook(author, { title: 'The Harbour at Night' })
  const { byAuthor } = await apiOf(theSite(), reader)(relatedBooks, { params: { id: book } })
  const [next] = byAuthor
  if (!next) throw new Error('the author has no other book')
  await open(book, `#page=${PAGES}`, PAGES)
  const closing = page.getByRole('article', { name: 'The Harbour Log' })
  await closing.scrollIntoViewIfNeeded()
  await expect(closing.getByText('The end of', { exact: true })).toBeVisible()
  // By keyboard: the shelves that are still loading would move the stars away from the pointer.
  const stars = closing.getByRole('radio', { name: /^4/ })
  await stars.press('Space')
  await expect(stars).toBeChecked()
  await expect(closing.getByText('Your rating: 4/5')).toBeVisible()
  await closing.getByRole('textbox').fill('Quiet, and then the gale.')
  await page.keyboard.press('Tab')
  await expect(closing.getByRole('button', { name: 'Post', exact: true })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(closing.getByText('Your comment is posted.').last()).toBeVisible()
  const comments = await apiOf(theSite(), reader)(listComments, { params: { id: book } })
  expect(comments.map(({ text }) => text)).toEqual(['Quiet, and then the gale.'])
  await expect(closing.getByRole('link', { name: next.title }).first()).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeFindings(page)
  for (const room of ['sepia', 'dusk', 'night']) {
    await page.evaluate((name) => document.documentElement.setAttribute('data-room', name), room)
    await expectEnoughContrast(page)
  }
  await closing.getByRole('link', { name: 'Go to the book’s page' }).click()
  await expect(page).toHaveURL(`/books/${book}`)
})

test('page by page, the closing page comes after the last page only', async () => {
  await page.addInitScript(() => localStorage.setItem('reading:paged', 'on'))
  await open(book, `#page=${PAGES - 1}`, PAGES - 1)
  const closing = page.getByRole('article', { name: 'The Harbour Log' })
  await expect(closing).toBeHidden()
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(closing).toBeAttached()
  const isSeen = () => closing.evaluate((one) => one.getBoundingClientRect().top < window.innerHeight - 200)
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageDown')
  await expect.poll(isSeen).toBe(true)
})
