import { readFile } from 'node:fs/promises'
import { type BrowserContext, type Locator, type Page, expect, test } from '@playwright/test'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { MARKS_MAX, listMarks, saveMarks } from '#contract/marks.ts'
import { deleteBook, editBook } from '#contract/publishing.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { type Person, aBook, aPerson, apiOf, browserOf, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

const PAGES = 20
const LINES = [
  'The ferry was late again, and nobody minded.',
  'A lantern hung from the mast of every boat.',
  'In the evening the harbour smelled of tar and rope.',
  'She counted the gulls until there were none left.',
]
/** The text of a page: each of its sentences is on no other page. */
const linesOf = (page: number) => [
  `This is night number ${page}.`,
  ...LINES.map((line) => `${line.slice(0, -1)} (${page}).`),
]

/** The same page in the second edition. */
const secondLinesOf = (page: number) => linesOf(page).filter((line) => !line.startsWith('She counted'))

const aPdf = async (pages: readonly (readonly string[])[]) => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (const lines of pages) {
    const page = pdf.addPage([420, 595])
    for (const [index, line] of lines.entries()) page.drawText(line, { x: 40, y: 520 - index * 24, size: 15, font })
  }
  return Buffer.from(await pdf.save())
}

const aMarkedBook = async (author: Person) =>
  aBook(
    author,
    { title: 'The Harbour Nights' },
    theSite(),
    await aPdf(Array.from({ length: PAGES }, (_, i) => linesOf(i + 1))),
  )

let author: Person
let book: string
let reader: Person
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.describe.configure({ mode: 'serial' })

test.beforeAll(async ({ browser }) => {
  ;[author, reader] = await Promise.all([aPerson('author'), aPerson('reader')])
  book = (await aMarkedBook(author))._id
  context = await browserOf(browser, reader)
  pageErrors = await collectPageErrors(context)
  page = await context.newPage()
  await open(page)
})
test.afterEach(() => expect(pageErrors).toEqual([]))
test.afterAll(() => context.close())

const open = async (tab: Page) => {
  await tab.goto(`/read/${book}`)
  await expect(tab.getByRole('button', { name: 'Bookmark this page', includeHidden: true })).toBeAttached({
    timeout: 15_000,
  })
}
const marks = async () => (await apiOf(theSite(), reader)(listMarks, { params: { id: book } })).marks
const contents = async () => (await marks()).map(({ content }) => content)
const lineOf = (tab: Page, number: number, text: string) =>
  tab.locator(`.page[data-page-number="${number}"] .textLayer span`, { hasText: text })
const drawn = (tab: Page, label: string | RegExp) => tab.getByRole('button', { name: label })
const popover = (tab: Page) => tab.getByRole('dialog', { name: 'Mark this passage' })

/** Selects a line of text with the mouse. */
const select = async (tab: Page, line: Locator) => {
  // Waits until the line does not move any more.
  await line.scrollIntoViewIfNeeded()
  const box = await line.boundingBox()
  if (!box) throw new Error('the line is not visible')
  await tab.mouse.move(box.x + 1, box.y + box.height / 2)
  await tab.mouse.down()
  await tab.mouse.move(box.x + box.width - 1, box.y + box.height / 2, { steps: 5 })
  await tab.mouse.up()
}

test('text that is selected with the mouse is highlighted, and still is after a reload', async () => {
  await select(page, lineOf(page, 1, 'The ferry'))
  await expect(popover(page)).toBeVisible()
  await expectNoAxeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectEnoughContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await popover(page).getByRole('button', { name: 'Highlight in blue' }).click()
  await expect(popover(page)).toBeHidden()
  const mark = drawn(page, /^Highlight, blue: The ferry was late again/)
  await expect(mark).toBeAttached()
  await expect
    .poll(contents)
    .toMatchObject([
      { color: 'blue', anchors: [{ page: 1, exact: 'The ferry was late again, and nobody minded (1).' }] },
    ])
  await page.reload()
  await expect(mark).toBeAttached({ timeout: 15_000 })
  const line = lineOf(page, 1, 'The ferry')
  await expect
    .poll(async () => {
      const [text, box] = await Promise.all([line.boundingBox(), mark.locator('span').boundingBox()])
      if (!text || !box) return 'not drawn'
      const differences = [text.x - box.x, text.width - box.width, (text.y - box.y) / 2].map(Math.abs)
      return Math.max(...differences) < 4 ? 'at the text' : differences
    })
    .toBe('at the text')
})

test('a highlight that is pressed gets another color and a note', async () => {
  const box = await drawn(page, /^Highlight, blue/)
    .locator('span')
    .boundingBox()
  await page.mouse.click((box?.x ?? 0) + 30, (box?.y ?? 0) + 5)
  const dialog = page.getByRole('dialog', { name: /^Highlight, blue/ })
  await dialog.getByRole('button', { name: 'Highlight in red' }).click()
  await page
    .getByRole('dialog', { name: /^Highlight, red/ })
    .getByRole('button', { name: 'Add a note' })
    .click()
  await page.getByRole('textbox', { name: 'Your note' }).fill('Nobody ever minds.')
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Save the note' }).click()
  await expect(page.getByText('Nobody ever minds.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(contents).toMatchObject([{ color: 'red', note: 'Nobody ever minds.' }])
})

test('a note that is typed is there again after a click on the page, or Escape, until it is cancelled', async () => {
  const field = page.getByRole('textbox', { name: 'Your note' })
  const edit = async () => {
    await drawn(page, /^Highlight, red/).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Edit the note' }).click()
  }
  await edit()
  await expect(field).toHaveValue('Nobody ever minds.')
  await field.fill('Nobody but the cat.')
  await lineOf(page, 1, 'She counted').click()
  await expect(field).toBeHidden()
  await edit()
  await expect(field).toHaveValue('Nobody but the cat.')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit the note' }).click()
  await expect(field).toHaveValue('Nobody but the cat.')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Edit the note' }).click()
  await expect(field).toHaveValue('Nobody ever minds.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('the keyboard alone highlights a sentence, with a note', async () => {
  await page.getByRole('region', { name: /^Page 1 of/ }).focus()
  await page.keyboard.press('h')
  const picker = page.getByRole('group', { name: 'Choose a passage' })
  await expect(picker).toBeFocused()
  await expect(picker).toContainText('This is night number 1.')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+ArrowLeft')
  await page.keyboard.press('Shift+ArrowLeft')
  await expectNoAxeFindings(page)
  await expect(picker.getByText('A lantern hung from the mast of every boat', { exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(popover(page).getByRole('button', { name: 'Highlight in gold' })).toBeFocused()
  await popover(page).getByRole('button', { name: 'Add a note' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Your note' })).toBeFocused()
  await page.keyboard.type('Count them')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('region', { name: /^Page 1 of/ })).toBeFocused()
  await expect
    .poll(contents)
    .toMatchObject([
      {},
      { color: 'gold', note: 'Count them', anchors: [{ exact: 'A lantern hung from the mast of every boat' }] },
    ])
})

test('a mark can be reached with the Tab key, and deleted; the deletion can be undone', async () => {
  const mark = drawn(page, /A lantern hung/)
  await mark.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /A lantern hung/ })
  await expect(dialog.getByRole('button', { name: 'Highlight in gold' })).toBeFocused()
  await dialog.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(mark).toBeHidden()
  await expect.poll(async () => (await marks()).length).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(mark).toBeAttached()
  await expect.poll(async () => (await marks()).length).toBe(2)
})

test('b bookmarks the page, and takes the bookmark away', async () => {
  await page.keyboard.press('b')
  const button = page.getByRole('button', { name: 'Bookmark this page' })
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await contents()).at(-1)).toMatchObject({ color: null, anchors: [{ page: 1 }] })
  await page.keyboard.press('b')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(async () => (await marks()).length).toBe(3)
})

test.describe('on another device', () => {
  let phone: BrowserContext
  let other: Page

  test.beforeAll(async ({ browser }) => {
    const { localStorage } = { localStorage: [{ name: 'token', value: reader.token }] }
    phone = await browser.newContext({
      storageState: { cookies: [], origins: [{ origin: theSite().address, localStorage }] },
      viewport: { width: 360, height: 740 },
      hasTouch: true,
    })
    other = await phone.newPage()
  })
  test.afterAll(() => phone.close())

  test('the marks are there, and the drawer lists and searches them', async () => {
    await open(other)
    await expect(drawn(other, /The ferry was late/)).toBeAttached()
    await other.getByRole('button', { name: 'Contents', exact: true }).click()
    const drawer = other.getByRole('navigation', { name: 'Contents' })
    await drawer.getByRole('button', { name: 'Marks' }).click()
    await expect(drawer.getByText('3 marks')).toBeVisible()
    await expectNoAxeFindings(other)
    await other.emulateMedia({ colorScheme: 'dark' })
    await expectEnoughContrast(other)
    await other.emulateMedia({ colorScheme: 'light' })
    await drawer.getByRole('searchbox', { name: 'Search your marks' }).fill('nobody ever')
    await expect(drawer.getByText('1 mark', { exact: true })).toBeVisible()
    await drawer.getByRole('button', { name: /The ferry was late/ }).click()
    const dialog = other.getByRole('dialog', { name: /^Highlight, red: The ferry/ })
    for (const button of await dialog.getByRole('button').all()) {
      const box = await button.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await expectNoAxeFindings(other)
  })

  test('a mark that both changed is not overwritten: a dialog asks which stays', async () => {
    const noteOf = async (tab: Page, note: string) => {
      await tab.getByRole('button', { name: 'Edit the note' }).click()
      await tab.getByRole('textbox', { name: 'Your note' }).fill(note)
      await tab.getByRole('button', { name: 'Save the note' }).click()
    }
    await phone.setOffline(true)
    await noteOf(other, 'From the phone')
    await expect(other.getByText('Your marks are saved in this browser')).toBeVisible()
    await drawn(page, /The ferry was late/).focus()
    await page.keyboard.press('Enter')
    await noteOf(page, 'From the computer')
    await expect.poll(async () => JSON.stringify(await marks())).toContain('From the computer')
    await phone.setOffline(false)
    await expect(other.getByText('One mark was changed on two devices')).toBeVisible({ timeout: 20_000 })
    expect(JSON.stringify(await marks())).not.toContain('From the phone')
    // At the foot of a narrow screen the popover covers the notices.
    await other.getByRole('button', { name: 'Close', exact: true }).click()
    await other.getByRole('button', { name: 'Decide' }).click()
    const dialog = other.getByRole('dialog', { name: 'Changed on two devices' })
    await expect(dialog).toContainText('From the phone')
    await expect(dialog).toContainText('From the computer')
    await expectNoAxeFindings(other)
    await other.emulateMedia({ colorScheme: 'dark' })
    await expectEnoughContrast(other)
    await dialog.getByRole('button', { name: 'Keep both notes' }).click()
    await expect(dialog).toBeHidden()
    await expect.poll(async () => JSON.stringify(await marks())).toContain('From the phone\\n\\nFrom the computer')
  })

  test('marks that were made offline are sent when the browser is opened again', async ({ browser }) => {
    await phone.setOffline(true)
    await select(other, lineOf(other, 1, 'She counted'))
    await popover(other).getByRole('button', { name: 'Highlight in ink' }).click()
    await expect(drawn(other, /^Highlight, ink: She counted/)).toBeAttached()
    const state = await phone.storageState({ indexedDB: true })
    await phone.close()
    expect(JSON.stringify(await marks())).not.toContain('She counted')
    phone = await browser.newContext({ storageState: state })
    other = await phone.newPage()
    await open(other)
    await expect.poll(async () => JSON.stringify(await marks())).toContain('She counted')
  })
})

test('marks are exported to a file and imported from it', async () => {
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const drawer = page.getByRole('navigation', { name: 'Contents' })
  await drawer.getByRole('button', { name: 'Marks' }).click()
  // The phone has made one more in the meantime.
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(drawer.getByText('4 marks', { exact: true })).toBeVisible()
  await drawer.getByRole('button', { name: 'Choose a passage to mark' }).click()
  await expect(page.getByRole('group', { name: 'Choose a passage' })).toBeFocused()
  await page.keyboard.press('Escape')
  await drawer.getByText('Export and import').click()
  await expectNoAxeFindings(page)
  const download = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Web Annotations (JSON-LD)' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('The Harbour Nights - marks.jsonld')
  const path = await file.path()
  const collection = JSON.parse(await readFile(path, 'utf8')) as { total: number }
  const before = await marks()
  expect(collection.total).toBe(before.length)
  const changes = before.map(({ id, version }) => ({ id, base: version, change: crypto.randomUUID(), content: null }))
  await apiOf(theSite(), reader)(saveMarks, { params: { id: book }, body: { changes } })
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(drawer.getByText('Nothing marked yet.')).toBeVisible()
  await drawer.locator('input[type=file]').setInputFiles({
    name: 'marks.jsonld',
    mimeType: 'application/ld+json',
    buffer: await readFile(path),
  })
  await expect(page.getByText(`${before.length} marks imported`)).toBeVisible()
  await expect.poll(async () => (await marks()).length).toBe(before.length)
})

test('in a second edition marks are found again, and those that are not have a list of their own', async () => {
  const edition = Array.from({ length: PAGES }, (_, i) => secondLinesOf(i + 1))
  const form = new FormData()
  form.set('pdfFile', new Blob([new Uint8Array(await aPdf([['A new foreword.'], ...edition]))]), 'second.pdf')
  await apiOf(theSite(), author)(editBook, { params: { id: book }, body: form })
  await open(page)
  await page.getByRole('textbox', { name: 'Page' }).fill('2')
  await page.keyboard.press('Enter')
  const mark = page.locator('.page[data-page-number="2"]').getByRole('button', { name: /The ferry was late/ })
  const box = () => mark.locator('span').boundingBox()
  await expect(mark).toBeAttached({ timeout: 15_000 })
  expect(
    Math.abs(((await box())?.y ?? 0) - ((await lineOf(page, 2, 'The ferry').boundingBox())?.y ?? 1e9)),
  ).toBeLessThan(8)
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const drawer = page.getByRole('navigation', { name: 'Contents' })
  await drawer.getByRole('button', { name: 'Marks' }).click()
  await expect(drawer.getByRole('heading', { name: 'No longer found in this file' })).toBeVisible()
  // The drawer has changed the zoom.
  await expect
    .poll(async () =>
      Math.abs(((await box())?.width ?? 0) - ((await lineOf(page, 2, 'The ferry').boundingBox())?.width ?? 1e9)),
    )
    .toBeLessThan(4)
  await expectNoAxeFindings(page)
  const { length: saved } = await marks()
  await drawer.getByRole('listitem').filter({ hasText: 'She counted' }).getByRole('button', { name: 'Delete' }).click()
  await expect(drawer.getByText('No longer found in this file')).toBeHidden()
  await expect.poll(async () => (await marks()).length).toBe(saved - 1)
})

test('a thousand marks are drawn on their pages, and all are in the drawer', async () => {
  const api = apiOf(theSite(), reader)
  const words = secondLinesOf(1).join(' ').split(' ').length
  const aMark = (index: number) => {
    const number = (index % PAGES) + 1
    const text = secondLinesOf(number).join(' ')
    const parts = text.split(' ')
    const from = Math.floor(index / PAGES) % (words - 4)
    const exact = parts.slice(from, from + 4).join(' ')
    const start = parts.slice(0, from).join(' ').length + (from > 0 ? 1 : 0)
    const anchor = { page: number + 1, start, end: start + exact.length, exact, prefix: '', suffix: '' }
    const content = {
      color: 'gold' as const,
      note: '',
      file: '',
      anchors: [anchor],
      createdAt: new Date().toISOString(),
    }
    return { id: crypto.randomUUID(), base: 0, change: crypto.randomUUID(), content }
  }
  const count = MARKS_MAX / 2
  const before = await marks()
  for (let i = 0; i < count; i += 100)
    await api(saveMarks, {
      params: { id: book },
      body: { changes: Array.from({ length: 100 }, (_, k) => aMark(i + k)) },
    })
  await open(page)
  for (let number = 2; number <= 12; number++) {
    await page.getByRole('textbox', { name: 'Page' }).fill(String(number))
    await page.keyboard.press('Enter')
    await expect(page.locator(`.page[data-page-number="${number}"] [data-mark]`).nth(40)).toBeAttached()
  }
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  await page.getByRole('button', { name: 'Marks', exact: true }).click()
  await expect(page.locator('nav li')).toHaveCount(count + before.length)
})

test('marks in a deleted book are listed on the profile until they are deleted', async () => {
  await apiOf(theSite(), author)(deleteBook, { params: { id: book } })
  await page.goto('/profile/data')
  await expect(page.getByRole('heading', { name: 'Marks in deleted books' })).toBeVisible()
  await expect(page.getByText('The Harbour Nights, Ida Fenn')).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Delete the marks in The Harbour Nights' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete these marks?' })
  await expectNoAxeFindings(page)
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Marks in deleted books' })).toBeHidden()
  expect(await marks()).toEqual([])
})

test('after a logout no mark is left in the browser', async () => {
  const left = () =>
    page.evaluate(
      () =>
        new Promise<number>((resolve, reject) => {
          const opening = indexedDB.open('marks')
          opening.onerror = () => reject(opening.error ?? new Error('not opened'))
          opening.onsuccess = () => {
            const count = opening.result.transaction('marks').objectStore('marks').count()
            count.onsuccess = () => resolve(count.result)
          }
        }),
    )
  expect(await left()).toBeGreaterThan(0)
  await page.getByRole('button', { name: `Profile: ${reader.username}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.poll(left).toBe(0)
})
