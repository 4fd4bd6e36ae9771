/** A book turns its own way, whatever the direction of the page around it. */
import { type Page, expect, test } from '@playwright/test'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { aBook, browserOf, sharedPerson, theSite } from './people.ts'

const ENGLISH = 'The lamp on the sea wall was lit at seven, and nobody asked by whom. '
const HEBREW = 'המנורה על חומת הים דלקה בשעה שבע ואיש לא שאל מי הדליק אותה. '
const PAGES = 8
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

const anEpubIn = async (language: string, sentence: string, isRtl: boolean) =>
  anEpub({
    metadata: `<dc:title>${language}</dc:title><dc:language>${language}</dc:language>`,
    ...(isRtl && { spine: 'page-progression-direction="rtl"' }),
    chapters: { one: aDocument(Array.from({ length: 40 }, () => `<p>${sentence.repeat(6)}</p>`).join('')) },
  })

/** Printed by the browser. */
const aPdfIn = async (page: Page, language: string, sentence: string, isRtl: boolean) => {
  const sheet = `<p style="break-after: page">${sentence.repeat(10)}</p>`
  await page.setContent(
    `<html lang="${language}" dir="${isRtl ? 'rtl' : 'ltr'}"><body style="font: 24px serif">${sheet.repeat(PAGES)}</body></html>`,
  )
  return page.pdf({ width: '400px', height: '600px' })
}

/** Until the first page is drawn. */
const untilDrawn = async (page: Page, kind: 'EPUB' | 'PDF', sentence: string) => {
  const words =
    kind === 'EPUB'
      ? page.frameLocator('iframe:visible').getByText(sentence.trim())
      : page.locator('.pdfViewer .page[data-loaded] canvas')
  await expect(words.first()).toBeInViewport()
}

const slider = (page: Page) => page.locator('[dir] > input[type=range]')

/** Of how many pages it moves depends on how many are beside each other. */
const expectTurn = async (page: Page, turn: () => Promise<void>, isOn: boolean) => {
  const before = Number(await slider(page).inputValue())
  await turn()
  const moved = expect.poll(async () => Math.sign(Number(await slider(page).inputValue()) - before))
  await moved.toBe(isOn ? 1 : -1)
}

/** The side of the slider on which what was read is. */
const readSide = (page: Page) =>
  slider(page).evaluate((input) => {
    const read = input.parentElement?.querySelector('span')?.getBoundingClientRect()
    const all = input.getBoundingClientRect()
    return read && Math.abs(read.left - all.left) < 1 ? 'left' : 'right'
  })

for (const [kind, make] of [
  ['EPUB', (_: Page, ...words: [string, string, boolean]) => anEpubIn(...words)],
  ['PDF', aPdfIn],
] as const)
  for (const [around, language, sentence] of [
    ['ar', 'en', ENGLISH],
    ['en', 'he', HEBREW],
  ] as const)
    test(`the ${kind} in ${language} turns its own way in pages in ${around}: by keys, by taps and on the slider`, async ({
      browser,
    }) => {
      const isRtl = language !== 'en'
      const [on, back] = isRtl ? (['ArrowLeft', 'ArrowRight'] as const) : (['ArrowRight', 'ArrowLeft'] as const)
      const printing = await browser.newPage()
      const file = await make(printing, language, sentence, isRtl)
      await printing.close()
      const author = await sharedPerson('author')
      const { _id } = await aBook(author, { title: `${kind} ${language}` }, theSite(), Buffer.from(file))
      const storageState = await (await browserOf(browser, await sharedPerson('reader'))).storageState()
      const cookies = [{ name: 'language', value: around, url: theSite().address }]

      const wide = await browser.newContext({ storageState })
      await wide.addCookies(cookies)
      const page = await wide.newPage()
      await page.goto(`${theSite().address}/read/${_id}#page=1`)
      await expect(page.locator('html')).toHaveAttribute('dir', around === 'ar' ? 'rtl' : 'ltr')
      await expect(slider(page)).toHaveValue('1')
      await expect(slider(page).locator('xpath=..')).toHaveAttribute('dir', isRtl ? 'rtl' : 'ltr')
      await untilDrawn(page, kind, sentence)
      for (const key of [on, on, back]) await expectTurn(page, () => page.keyboard.press(key), key === on)
      expect(await readSide(page)).toBe(isRtl ? 'right' : 'left')
      await slider(page).focus()
      for (const key of [on, back]) await expectTurn(page, () => page.keyboard.press(key), key === on)
      await wide.close()

      // A screen of a phone is less than a page of an EPUB; epub.spec.ts has its taps.
      if (kind === 'EPUB') return
      const small = await browser.newContext({ storageState, ...PHONE })
      await small.addCookies(cookies)
      const phone = await small.newPage()
      // As the View panel keeps it.
      await phone.addInitScript(() => localStorage.setItem('reading:paged', 'on'))
      await phone.goto(`${theSite().address}/read/${_id}#page=1`)
      await untilDrawn(phone, kind, sentence)
      const [before, after] = isRtl ? ([370, 20] as const) : ([20, 370] as const)
      await expectTurn(phone, () => phone.touchscreen.tap(after, 420), true)
      await expectTurn(phone, () => phone.touchscreen.tap(before, 420), false)
      await small.close()
    })
