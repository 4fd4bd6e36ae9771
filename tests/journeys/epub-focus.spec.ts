import { type BrowserContext, type FrameLocator, type Page, expect, test } from '@playwright/test'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { aBook, browserOf, sharedPerson, theSite } from './people.ts'

/** Where the focus is inside the frame of a book. */

let context: BrowserContext
let page: Page

const paragraphs = (chapter: string, count: number) =>
  Array.from({ length: count }, (_, at) => `<p>${chapter} ${at + 1}. ${'The ferry came late. '.repeat(9)}</p>`).join('')

const aBookInOneFile = () =>
  anEpub({
    metadata: '<dc:title>In One File</dc:title><dc:language>en</dc:language>',
    chapters: {
      one: `<h1 id="a">Loomings</h1>${paragraphs('Loomings', 12)}<h1 id="b">The Carpet-Bag</h1>${paragraphs('Bag', 12)}<p><a href="#a">to the beginning</a></p><a id="c"/><h1>The Inn</h1>${paragraphs('Inn', 12)}`,
    },
    files: {
      'nav.xhtml': {
        type: 'application/xhtml+xml',
        properties: 'nav',
        data: aDocument(
          '<nav epub:type="toc"><ol><li><a href="one.xhtml#a">Loomings</a></li><li><span>Part <ruby>二<rt>two</rt></ruby></span><ol>' +
            '<li><a href="one.xhtml#b">The Carpet-Bag</a></li><li><a href="one.xhtml#c">The Inn</a></li></ol></li></ol></nav>',
        ),
      },
    },
  })

test.beforeEach(async ({ browser }) => {
  const book = await aBook(await sharedPerson('author'), { title: 'In One File' }, theSite(), aBookInOneFile())
  context = await browserOf(browser, await sharedPerson('reader'))
  page = await context.newPage()
  await page.setViewportSize({ width: 800, height: 800 })
  await page.goto(`/read/${book._id}`)
  await expect(frame().getByRole('heading', { name: 'Loomings' })).toBeInViewport()
})
test.afterEach(() => context.close())

const frame = (): FrameLocator => page.frameLocator('iframe[title="Text of the book"]:visible')
const heading = (name: string) => frame().getByRole('heading', { name })
const choose = async (name: string) => {
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  await page.getByRole('button', { name, exact: false }).first().press('Enter')
}

test('a jump from the contents, by a link, and back takes the focus along', async () => {
  await choose('The Carpet-Bag')
  await expect(heading('The Carpet-Bag')).toBeFocused()
  await choose('The Inn')
  await expect(heading('The Inn')).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(frame().getByRole('link', { name: 'to the beginning' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(heading('Loomings')).toBeInViewport()
  await expect(heading('Loomings')).toBeFocused()
  await page.goBack()
  await expect(heading('Loomings')).not.toBeInViewport()
  await expect(heading('Loomings')).not.toBeFocused()
  await expect(frame().locator(':focus')).toBeInViewport()
})

test('a typed page takes the focus to its first block once the reader is back in the book', async () => {
  await page.getByRole('textbox', { name: 'Page' }).fill('3')
  await page.keyboard.press('Enter')
  await expect(heading('Loomings')).not.toBeInViewport()
  await page.getByRole('region', { name: /^Page \d+ of/ }).focus()
  await expect(frame().locator('p:focus')).toBeInViewport()
})

test('a part without a link of its own is in the contents, and leads to its first chapter', async () => {
  await page.getByRole('button', { name: 'Contents', exact: true }).click()
  const part = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Part 二/ }) })
  await expect(part.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('button', { name: /^Part 二/ }).press('Enter')
  await expect(heading('The Carpet-Bag')).toBeInViewport()
})
