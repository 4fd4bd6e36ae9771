import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { publishBook } from '#contract/publishing.ts'
import { getPosition, listReading } from '#contract/reading.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { aLongBook } from './long-book.ts'
import { type Person, aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { chooseView, moreButton, pressInMore, viewButton, viewChoice, zoomOf } from './reader-bar.ts'
import { collectPageErrors } from './watched-page.ts'

let book: string
let picture: string
let reader: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.beforeAll(async ({ browser }) => {
  const author = await sharedPerson('author')
  ;[book, picture, reader] = await Promise.all([
    aLongBook(author).then(({ _id }) => _id),
    aPictureBook(author).then(({ _id }) => _id),
    aPerson('reader'),
  ])
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
})
test.beforeEach(async () => {
  page = await context.newPage()
})
test.afterEach(async () => {
  await page.evaluate(() => localStorage.removeItem('reading:room'))
  await page.close()
  expect(pageErrors).toEqual([])
})
test.afterAll(() => context.close())

const PAINT = { r: 200, g: 60, b: 30 }

/** A page of paper with a painting in its middle, and a second page that is one painting. */
const aPictureBook = async (author: Person) => {
  const pdf = await PDFDocument.create()
  const painting = await pdf.embedPng(
    await sharp({ create: { width: 40, height: 40, channels: 3, background: PAINT } })
      .png()
      .toBuffer(),
  )
  pdf.addPage([400, 600]).drawImage(painting, { x: 100, y: 200, width: 200, height: 200 })
  pdf.addPage([400, 600]).drawImage(painting, { x: 0, y: 0, width: 400, height: 600 })
  const form = new FormData()
  const words = { title: 'One Painting', author: 'Ida Fenn', caption: 'In red.', genre: 'Other', cover: 'series' }
  for (const [name, value] of Object.entries(words)) form.set(name, value)
  form.set('pdfFile', new Blob([Buffer.from(await pdf.save())]), 'painting.pdf')
  return (await apiOf(theSite(), author)(publishBook, { body: form })).book
}

const opened = async (id = book, number = 1) => {
  await page.goto(`/read/${id}#page=${number}`)
  await expect(page.locator(`.page[data-page-number="${number}"] .endOfContent`)).toBeAttached({ timeout: 15_000 })
}

/** The colour in the middle of a page as it is on screen, and that of the paper, near its corner. */
const coloursOf = async (number: number) => {
  const sheet = page.locator(`.page[data-page-number="${number}"]`)
  const { data, info } = await sharp(await sheet.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const from = (Math.round(y * info.height) * info.width + Math.round(x * info.width)) * info.channels
    return { r: data[from] ?? 0, g: data[from + 1] ?? 0, b: data[from + 2] ?? 0 }
  }
  return { middle: at(0.5, 0.5), paper: at(0.06, 0.06) }
}
const isRed = ({ r, g, b }: typeof PAINT) => r > 140 && g < 90 && b < 90
const isDark = ({ r, g, b }: typeof PAINT) => Math.max(r, g, b) < 60

const pageView = () => viewButton(page)
const choose = (room: string) => chooseView(page, 'Colours', room)
/** Presses the button of the View panel, and closes the panel. */
const zoomIn = async (times: number) => {
  await pageView().click()
  for (let press = 0; press < times; press += 1) await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.keyboard.press('Escape')
}

test('a dark room darkens page, desk and bar, and shows pictures in their colours', async () => {
  await page.emulateMedia({ colorScheme: 'light' })
  await opened(picture)
  expect(isRed((await coloursOf(1)).middle)).toBe(true)
  await choose('Night')
  await expect.poll(async () => isDark((await coloursOf(1)).paper)).toBe(true)
  await expect.poll(async () => isRed((await coloursOf(1)).middle)).toBe(true)
  await page.getByRole('textbox', { name: 'Page' }).fill('2')
  await page.keyboard.press('Enter')
  await expect.poll(async () => isRed((await coloursOf(2)).middle)).toBe(true)
  const lightest = () =>
    page.evaluate(() => {
      const room = document.querySelector('main > div')
      const desk = room && getComputedStyle(room).backgroundColor
      const bar = getComputedStyle(document.querySelector('header') ?? document.body).backgroundColor
      return Math.max(...`${desk} ${bar}`.match(/\d+/g)!.map(Number))
    })
  expect(await lightest()).toBeLessThan(60)
  await page.reload({ waitUntil: 'commit' })
  await page.locator('header').waitFor()
  expect(await lightest()).toBeLessThan(60)
})

test('a dark page that is enlarged until only a part is drawn sharply still shows its pictures', async () => {
  await opened(picture)
  await choose('Night')
  const pictures = page.locator('.page[data-page-number="1"] .sparedPictures canvas')
  await expect(pictures).toHaveCount(1)
  await zoomIn(14)
  await expect(page.locator('.page[data-page-number="1"] .canvasWrapper canvas[aria-hidden]')).toBeAttached({
    timeout: 15_000,
  })
  await expect(pictures).toHaveCount(1)
})

/** Turns two pages on, and off again. */
const twoPages = async () => {
  await chooseView(page, 'Side by side', 'Two pages')
  await expect(page.locator('.pdfViewer .spread').first()).toBeAttached()
  await chooseView(page, 'Side by side', 'One page')
}

test('the zoom is kept when two pages are turned off, and remembered for each book', async () => {
  await opened()
  const before = await zoomOf(page)
  await zoomIn(3)
  const own = await zoomOf(page)
  expect(own).not.toBe(before)
  await twoPages()
  await expect(page.locator('.pdfViewer .spread')).toHaveCount(0)
  await expect.poll(() => zoomOf(page)).toBe(own)
  await page.reload()
  await expect.poll(() => zoomOf(page), { timeout: 15_000 }).toBe(own)
  await chooseView(page, 'Fit', 'Page')
  const fitting = await zoomOf(page)
  await twoPages()
  await expect.poll(() => zoomOf(page)).toBe(fitting)
  await opened(picture)
  expect(await zoomOf(page)).not.toBe(fitting)
})

test('Space reads on after a button was pressed with the pointer, and presses one that was reached with Tab', async () => {
  await opened()
  const pages = page.getByRole('region', { name: /^Page \d+ of/ })
  const scrolled = () => pages.evaluate((element) => element.scrollTop)
  await pageView().click()
  await expect(pageView()).toHaveAttribute('aria-expanded', 'true')
  const before = await scrolled()
  await page.keyboard.press('Space')
  await expect.poll(scrolled).toBeGreaterThan(before)
  await expect(pageView()).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('Shift+Space')
  await expect.poll(scrolled).toBe(before)
  const contents = page.getByRole('button', { name: 'Contents', exact: true })
  await contents.click()
  await page.getByRole('button', { name: 'Close the contents' }).click()
  await page.keyboard.press('Space')
  await expect.poll(scrolled).toBeGreaterThan(before)
  await expect(contents).toHaveAttribute('aria-expanded', 'false')
  await pageView().focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  await expect(pageView()).toBeFocused()
  await page.keyboard.press('Space')
  await expect(pageView()).toHaveAttribute('aria-expanded', 'true')
})

test('? lists the keys', async () => {
  await opened()
  await page.keyboard.press('?')
  const list = page.getByRole('dialog', { name: 'Keys' })
  await expect(list).toContainText('Previous page, next page')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await pressInMore(page, 'Keys')
  await expect(list).toBeVisible()
})

test('every row of the panel has an icon of its own, and the tooltips name the keys', async () => {
  await opened()
  await moreButton(page).click()
  const rows = page.getByRole('group', { name: 'More' }).locator(':is(a, button[title]):not([aria-label]) svg')
  const icons = await rows.evaluateAll((all) => all.map((icon) => icon.innerHTML))
  expect(icons.length).toBeGreaterThan(5)
  expect(new Set(icons).size).toBe(icons.length)
  await expect(page.getByRole('button', { name: 'Full screen' })).toHaveAttribute('title', 'Full screen (f)')
  await viewButton(page).click()
  await expect(viewChoice(page, 'Fit', 'Page')).toHaveAttribute('title', 'Key 0')
})

/** What can be pressed or filled in above the pages, from left to right. */
const controlsOfBar = () =>
  page
    .locator('main header :is(a, button, input)')
    .evaluateAll((all) =>
      all.filter((one) => one.checkVisibility()).map((one) => one.getAttribute('aria-label') ?? 'Page'),
    )

test('the bar has nine controls at most, and the title has room beside them', async () => {
  await page.setViewportSize({ width: 1024, height: 768 })
  await opened()
  await expect(page.getByRole('button', { name: 'Bookmark this page' })).toBeVisible()
  const names = ['Back to the book', 'Contents', 'Page', 'Find in the book', 'View']
  expect((await controlsOfBar()).filter((name) => name !== 'Read aloud')).toEqual([
    ...names,
    'Bookmark this page',
    'More',
  ])
  const isCut = (title: string) =>
    page.locator('main h1').evaluate((heading, text) => {
      heading.textContent = text
      return heading.scrollWidth > heading.clientWidth
    }, title)
  expect(await isCut('Wuthering Height')).toBe(false)
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await controlsOfBar()).toEqual(['Back to the book', 'Contents', 'View', 'More'])
  expect(await isCut('Wuthering Height')).toBe(false)
})

test('a drag over the bar selects nothing', async () => {
  await opened()
  const title = (await page.locator('main h1').boundingBox())!
  await page.mouse.move(title.x + 2, title.y + title.height / 2)
  await page.mouse.down()
  await page.mouse.move(title.x + title.width + 300, title.y + title.height / 2 + 4, { steps: 6 })
  await page.mouse.up()
  expect(await page.evaluate(() => String(document.getSelection()))).toBe('')
})

test('on a phone the page, the search and the bookmark are in a panel, with words', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await opened()
  await moreButton(page).click()
  await page.getByRole('textbox', { name: 'Page' }).fill('7')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: /^Page 7 of/ })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Page' })).toBeHidden()
  await pressInMore(page, 'Bookmark this page')
  await moreButton(page).click()
  await expect(page.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Find in the book' }).click()
  await expect(page.getByRole('searchbox', { name: 'Find' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^Page 7 of/ })).toBeFocused()
})

test('the contents of a book without an outline are its pages', async () => {
  await opened(picture)
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const contents = page.getByRole('navigation', { name: 'Contents' })
  await expect(contents.getByRole('button', { name: 'Page 2', exact: true })).toBeVisible()
  await expect(contents.getByRole('button', { name: 'Outline' })).toBeHidden()
  await expect(contents.getByRole('button', { name: 'Pages' })).toBeFocused()
})

test('a page whose thumbnail is drawn is not kept in memory for it', async () => {
  await page.addInitScript(() => {
    const freed = new Set<unknown>()
    Object.assign(window, { freed })
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (this: Worker, ...sent: Parameters<Worker['postMessage']>) {
      const [message] = sent as [{ action?: string; data?: { pageProxyId: unknown } }]
      if (message?.action === 'CleanupPage') freed.add(message.data?.pageProxyId)
      return postMessage.apply(this, sent)
    } as Worker['postMessage']
  })
  await opened()
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  await page.getByRole('button', { name: 'Pages', exact: true }).click()
  const freed = () => page.evaluate(() => (window as unknown as { freed: Set<unknown> }).freed.size)
  // More than the pages around the one that is read.
  await expect.poll(freed).toBeGreaterThan(4)
})

test('a page that is being drawn has no spinner', async () => {
  await opened()
  const placeholder = await page.evaluate(() => {
    const sheet = document.createElement('div')
    sheet.className = 'page loadingIcon loading'
    document.querySelector('.pdfViewer')?.append(sheet)
    const { backgroundImage } = getComputedStyle(sheet, '::after')
    sheet.remove()
    return backgroundImage
  })
  expect(placeholder).toContain('gradient')
  expect(placeholder).not.toContain('url')
})

test('a book that is left on its first page is listed under Continue reading', async () => {
  const left = (await aBook(await sharedPerson('author'), { title: 'Left on Page One' }))._id
  const saved = page.waitForResponse(
    (response) => response.url().endsWith(`/${left}/position`) && response.request().method() === 'PUT',
  )
  await page.goto(`/read/${left}`)
  expect((await saved).ok()).toBe(true)
  const api = apiOf(theSite(), reader)
  expect(await api(getPosition, { params: { id: left } })).toMatchObject({ at: { page: 1 } })
  expect((await api(listReading, {}))[0]).toMatchObject({ _id: left, page: 1 })
  await page.goto('/')
  const card = page.getByRole('region', { name: 'Continue reading' }).getByRole('listitem').first()
  await expect(card).toContainText('Left on Page One')
  await expect(card.getByText('Page 1 of 2', { exact: true })).toBeVisible()
  const bar = card.locator('[style*="width: 50%"]')
  await expect(bar).toBeVisible()
})

test.describe('axe finds nothing in the rooms of the theme and in the chosen ones', () => {
  const narrow = () => page.setViewportSize({ width: 360, height: 740 })
  const STATES: [name: string, arrange: () => Promise<unknown>][] = [
    ['the pages', () => opened()],
    [
      'the outline',
      async () => {
        await opened()
        await page.getByRole('button', { name: 'Contents', exact: true }).click()
        await page.getByRole('button', { name: 'The Long Gale' }).waitFor()
      },
    ],
    [
      'the thumbnails',
      async () => {
        await opened(picture)
        await page.getByRole('button', { name: 'Contents', exact: true }).click()
        await page.getByRole('button', { name: 'Page 2', exact: true }).waitFor()
      },
    ],
    [
      'the search',
      async () => {
        await opened()
        await page.keyboard.press('/')
        await page.getByRole('searchbox', { name: 'Find' }).fill('mizzenmast')
        await page.getByText('Not in this book').waitFor()
      },
    ],
    [
      'the settings of the view',
      async () => {
        await opened()
        await pageView().click()
        await page.getByRole('radio', { name: 'Sepia' }).waitFor()
      },
    ],
    [
      'the menu on a phone',
      async () => {
        await narrow()
        await opened()
        await moreButton(page).click()
        await page.getByRole('button', { name: 'Copy link to this page' }).waitFor()
      },
    ],
    [
      'the keys',
      async () => {
        await opened()
        await page.keyboard.press('?')
        await page.getByRole('dialog', { name: 'Keys' }).waitFor()
      },
    ],
    [
      'the way back',
      async () => {
        await opened()
        await page.keyboard.press('End')
        await page.getByRole('button', { name: 'Back to page 1', exact: true }).waitFor()
      },
    ],
    [
      'the opening',
      async () => {
        await page.route('**/api/books/*/file', () => undefined)
        await page.goto(`/read/${book}`)
        await page.getByRole('status').getByText('Opening the book…').waitFor()
      },
    ],
    [
      'an error',
      async () => {
        await page.route('**/files/pdf/**', (route) => route.fulfill({ status: 503, body: '' }))
        await page.goto(`/read/${book}`)
        await page.getByText('Could not open the PDF. Please try again later.').waitFor()
      },
    ],
    [
      'a missing book',
      async () => {
        await page.goto(`/read/${crypto.randomUUID()}`)
        await page.getByRole('heading', { name: 'There is no such book' }).waitFor()
      },
    ],
  ]
  for (const [name, arrange] of STATES)
    test(name, async () => {
      await page.emulateMedia({ colorScheme: 'light' })
      await arrange()
      await expectNoAxeFindings(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectEnoughContrast(page)
      await page.emulateMedia({ colorScheme: 'light' })
      for (const room of ['sepia', 'dusk']) {
        await page.evaluate((name) => document.documentElement.setAttribute('data-room', name), room)
        await expectEnoughContrast(page)
      }
    })
})
