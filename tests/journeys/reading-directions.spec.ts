/** A book turns its own way, whatever the direction of the page around it. */
import { type Page, expect, test } from '@playwright/test'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { aBook, browserOf, sharedPerson, theSite } from './people.ts'

const ENGLISH = 'The lamp on the sea wall was lit at seven, and nobody asked by whom. '
const ARABIC = 'كان المصباح على جدار البحر مضاءً في الساعة السابعة. '
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

const slider = (page: Page) => page.locator('[dir] > input[type=range]')

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
    ['en', 'ar', ARABIC],
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
      for (const [key, value] of [
        [on, '2'],
        [on, '3'],
        [back, '2'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(slider(page)).toHaveValue(value)
      }
      expect(await readSide(page)).toBe(isRtl ? 'right' : 'left')
      await slider(page).focus()
      await page.keyboard.press(on)
      await expect(slider(page)).toHaveValue('3')
      await page.keyboard.press(back)
      await expect(slider(page)).toHaveValue('2')
      await wide.close()

      const small = await browser.newContext({ storageState, ...PHONE })
      await small.addCookies(cookies)
      const phone = await small.newPage()
      // As the View panel keeps it.
      await phone.addInitScript(() => localStorage.setItem('reading:paged', 'on'))
      await phone.goto(`${theSite().address}/read/${_id}#page=1`)
      await expect(slider(phone)).toHaveValue('1')
      const [before, after] = isRtl ? ([370, 20] as const) : ([20, 370] as const)
      await phone.touchscreen.tap(after, 420)
      await expect(slider(phone)).toHaveValue('2')
      await phone.touchscreen.tap(before, 420)
      await expect(slider(phone)).toHaveValue('1')
      await small.close()
    })
