import { readFile } from 'node:fs/promises'
import { existsSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { getBookFile } from '#contract/books.ts'
import { openEdition } from '#server/formats/epub/read-edition.ts'
import { type Person, aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

const FOLDER = join(process.env['TEST_DATA'] ?? join(import.meta.dirname, '../../../shared/data'), 'epub')
const MANIFEST = join(FOLDER, 'manifest.json')
const BOOKS = existsSync(MANIFEST)
  ? (JSON.parse(readFileSync(MANIFEST, 'utf8')) as { books: { file: string; layout: string | null }[] }).books
  : []
/** Of a fixed layout, but with no page beside the second one. */
const SINGLE = new Set(['sous-le-vent_svg-in-spine.epub', 'w3c-lay-fxl-xhtml-icb_multi_declarations.epub'])
/** In each chapter that is tried. */
const RANGES = 50

/** A module of the frame as a statement that a test can run there. */
const moduleOf = (path: string, names: string) => {
  const code = stripTypeScriptTypes(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'))
  const plain = code.replace(/^import .*$/gm, '').replace(/^export /gm, '')
  return `const { ${names} } = (() => { ${plain}; return { ${names} } })()`
}

const CODE = [
  moduleOf('contract/shapes/chapter-text.ts', 'isBlock, isSilent'),
  moduleOf('contract/shapes/cfi.ts', 'cfiOfRange, rangeOfCfi'),
  moduleOf('web/reading/epub/frame/flat-text.ts', 'FlatText'),
].join('\n')

const TRIED = `(() => {
  ${CODE}
  const root = document.documentElement
  const text = new FlatText(document.body)
  let random = 7
  const next = (below) => (random = (random * 48271) % 2147483647) % below
  const wrong = []
  for (let n = 0; n < ${RANGES} && text.length > 2; n++) {
    const start = next(text.length - 1)
    const range = text.rangeOf(start, Math.min(start + 1 + next(300), text.length))
    if (!range) continue
    const { startContainer, startOffset, endContainer, endOffset } = range
    const pair = { start: { node: startContainer, offset: startOffset }, end: { node: endContainer, offset: endOffset } }
    const cfi = cfiOfRange('/6/2', root, pair)
    const back = rangeOfCfi(cfi, root, (id) => document.getElementById(id))
    const same = back && back.start.node === startContainer && back.start.offset === startOffset && back.end.node === endContainer && back.end.offset === endOffset
    if (!same) wrong.push(cfi)
  }
  return { text: text.text, wrong }
})()`

test.skip(BOOKS.length === 0, 'needs the EPUBs of the test data')

let reader: Person
let context: BrowserContext
let page: Page
let errors: string[]

test.beforeAll(async ({ browser }) => {
  reader = await aPerson('reader')
  context = await browserOf(browser, reader)
  errors = await collectPageErrors(context)
  page = await context.newPage()
})
test.afterAll(() => context.close())

for (const { file, layout } of BOOKS)
  test(`${file} opens at its first page, shows each of its first chapters, with the text that the server knows, and its CFIs lead back`, async () => {
    errors.length = 0
    const { _id: id } = await aBook(
      await sharedPerson('author'),
      { title: file },
      theSite(),
      await readFile(join(FOLDER, file)),
    )
    const { url } = await apiOf(theSite(), reader)(getBookFile, { params: { id } })
    const bytes = Buffer.from(await (await fetch(new URL(url, theSite().address))).arrayBuffer())
    const edition = await openEdition(async (begin, end) => bytes.subarray(begin, end))
    const { chapters, manifest } = edition.index
    let first = 1
    const pageField = page.getByRole('textbox', { name: 'Page' })
    await page.goto(`/read/${id}#page=1`)
    await expect(pageField).toBeEnabled()
    await expectFirstPage(layout === 'pre-paginated' && !SINGLE.has(file))
    for (const [number, { pages }] of chapters.slice(0, 6).entries()) {
      if (number > 0) {
        await pageField.fill(String(first))
        await pageField.press('Enter')
      }
      const { text } = await edition.chapter(number)
      const isSecond = manifest.chapters[number]?.layout === 'pre-paginated'
      const shown = async () => {
        const frames = page.frames().filter((frame) => frame !== page.mainFrame())
        return Promise.all(frames.map((frame) => frame.evaluate(TRIED) as Promise<{ text: string; wrong: string[] }>))
      }
      const line = text.replaceAll('\n', ' ')
      await expect
        .poll(async () => (await shown()).some((one) => one.text === line), {
          message: `chapter ${number} of ${file}, fixed: ${isSecond}`,
        })
        .toBe(true)
      expect((await shown()).flatMap(({ wrong }) => wrong)).toEqual([])
      first += pages.length
    }
    expect(errors).toEqual([])
  })

/** One page is shown first; behind it two side by side, if the book has spreads. */
const expectFirstPage = async (hasSpreads: boolean) => {
  const frames = page.locator('iframe[title="Text of the book"]:visible')
  const expectShown = async (number: number, count: number) => {
    await expect(page.getByRole('region', { name: new RegExp(`^Page ${number} of`) })).toBeVisible()
    await expect(frames).toHaveCount(count)
    for (const frame of await frames.all()) await expect(frame.contentFrame().locator('html')).toBeVisible()
  }
  await expectShown(1, 1)
  if (!hasSpreads) return
  await page.keyboard.press('PageDown')
  await expectShown(2, 2)
  await page.keyboard.press('PageUp')
  await expectShown(1, 1)
}
