import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { getBookText } from '#contract/text-view.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { aBook, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { chooseView, viewButton, viewChoice } from './reader-bar.ts'
import { speechOf, stubSpeech } from './stub-speech.ts'
import { collectPageErrors } from './watched-page.ts'

const PAGES = 4
const VOICES = [
  { name: 'Far Anna', lang: 'en-US', localService: false },
  { name: 'Ida', lang: 'en-GB' },
  { name: 'Otto', lang: 'de-DE' },
  { name: 'Grete', lang: 'de_AT' },
]

/** Each page has two sentences, of which the second is on two lines with a divided word. */
const aPdfOf = async (linesOf: (number: number) => string[]) => {
  const pdf = await PDFDocument.create()
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= PAGES; number++) {
    const page = pdf.addPage([400, 600])
    for (const [at, line] of linesOf(number).entries()) page.drawText(line, { x: 40, y: 520 - at * 30, size: 16, font })
  }
  return Buffer.from(await pdf.save())
}

const NIGHTS = [
  'The keeper was awake and he wrote to his sister.',
  'Rain fell on the lamp for three hours.',
  'A boat came with oil, bread and letters.',
  'Nobody slept in the tower.',
]
/** Lines that every page has would be running heads. */
const nightOf = (number: number) => [
  ...Array.from({ length: number }, () => ''),
  `${NIGHTS[number - 1]} It was`,
  `the ${['first', 'second', 'third', 'last'][number - 1]} of the nights.`,
]
const untilText = async (id: string) => {
  const reader = await sharedPerson('reader')
  const isReady = async () => (await apiOf(theSite(), reader)(getBookText, { params: { id } })).parts.length > 0
  // Texts are read one after another, and some take half a minute.
  await expect.poll(isReady, { timeout: 240_000 }).toBe(true)
}
/** The parts of the text, and the script of the marks. */
const LATE = /\/api\/books\/[\w-]+\/text$|\/assets\/marks-[\w-]+\.js$/

let english: string
let german: string
let context: BrowserContext
let page: Page
let pageErrors: string[]

test.beforeAll(async () => {
  const author = await sharedPerson('author')
  const pdfs = [
    await aPdfOf((number) =>
      number === 3
        ? []
        : [`This was night ${number} of the log.`, 'The keeper of the light-', 'house was awake and he wrote.'],
    ),
    await aPdfOf((number) => [`Das ist die Nacht ${number} und sie war nicht lang.`]),
  ]
  ;[english = '', german = ''] = await Promise.all(
    pdfs.map(async (pdf, at) => (await aBook(author, { title: `The Log ${at}` }, undefined, pdf))._id),
  )
})
test.beforeEach(async ({ browser }) => {
  context = await browserOf(browser, await sharedPerson('reader'))
  pageErrors = await collectPageErrors(context)
})
test.afterEach(async () => {
  await context.close()
  expect(pageErrors).toEqual([])
})

const shown = (number: number) => page.getByRole('region', { name: `Page ${number} of ${PAGES}` })
const button = () => page.getByRole('button', { name: 'Read aloud' })
const panel = () => page.getByRole('group', { name: 'Read aloud' })
const choice = (name: string) => panel().getByRole('combobox', { name })
const open = async (id: string, at = 1) => {
  page = await context.newPage()
  await page.goto(`/read/${id}#page=${at}`)
  await expect(page.locator('.endOfContent').first()).toBeAttached({ timeout: 15_000 })
}
const speech = () => speechOf(page)
const expectSpoken = (text: string) => expect.poll(async () => (await speech().last())?.text).toBe(text)
const start = async (id = english, at = 1) => {
  await stubSpeech(context, VOICES)
  await open(id, at)
  await speech().load()
  await button().click()
  await expect(panel()).toBeVisible()
}

test('without voices there is no button, and the key does nothing', async () => {
  await stubSpeech(context, VOICES)
  await open(english)
  await expect(page.getByRole('button', { name: 'Contents', exact: true })).toBeEnabled()
  await expect(button()).toHaveCount(0)
  await shown(1).press('l')
  await expect(panel()).toHaveCount(0)
  await speech().load()
  await expect(button()).toBeVisible()
})

test('a browser that does not tell of its voices, as Safari 15, opens the book and reads it', async () => {
  await context.addInitScript(() => {
    const getVoices = () => [{ name: 'Daniel', lang: 'en-GB', voiceURI: 'Daniel', localService: true }]
    Object.defineProperty(window, 'speechSynthesis', { value: { getVoices } })
  })
  await open(english)
  await expect(button()).toBeVisible()
})

test('the other buttons keep their places when those of the voices and the marks come', async () => {
  const author = await sharedPerson('author')
  const { _id: id } = await aBook(author, { title: 'Nights with Text' }, undefined, await aPdfOf(nightOf))
  await untilText(id)
  await stubSpeech(context, VOICES)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await context.route(LATE, async (route) => {
    await released
    await route.continue()
  })
  await open(id)
  const late = ['Read aloud', 'Bookmark this page'].map((name) => page.getByRole('button', { name }))
  const places = () =>
    page
      .locator('header button')
      .evaluateAll((buttons) =>
        buttons.map((one) => [one.getAttribute('aria-label') ?? one.textContent, one.getBoundingClientRect().x]),
      )
  const before = await places()
  for (const one of late) await expect(one).toHaveCount(0)
  release()
  await speech().load()
  for (const one of late) await expect(one).toBeVisible()
  expect(await places()).toEqual(expect.arrayContaining(before))
})

test('sentences are spoken in order and marked, and pages are turned', async () => {
  await start()
  await expectSpoken('This was night 1 of the log.')
  await expect.poll(() => speech().marked()).toBe('This was night 1 of the log.')
  await speech().finish()
  await expectSpoken('The keeper of the lighthouse was awake and he wrote.')
  await expect.poll(() => speech().marked()).toBe('The keeper of the light-house was awake and he wrote.')
  await speech().finish()
  await expectSpoken('This was night 2 of the log.')
  await expect(shown(2)).toBeVisible()
  await expect.poll(() => speech().marked()).toBe('This was night 2 of the log.')
  await speech().finish()
  await speech().finish()
  // Page 3 has no text.
  await expectSpoken('This was night 4 of the log.')
  await expect(shown(4)).toBeVisible()
  await speech().finish()
  await speech().finish()
  await expect(panel()).toHaveCount(0)
  await expect.poll(() => speech().marked()).toBe('')
  expect((await speech().spoken()).length).toBe(6)
})

test('pages are turned one by one where they are shown so', async () => {
  await stubSpeech(context, VOICES)
  await open(english)
  await shown(1).press('p')
  await speech().load()
  await shown(1).press('l')
  await expect(panel().getByRole('button', { name: 'Pause' })).toBeFocused()
  for (let count = 0; count < 2; count++) {
    await expect.poll(() => speech().isSilent()).toBe(false)
    await speech().finish()
  }
  await expectSpoken('This was night 2 of the log.')
  await expect(page.locator('.page[data-page-number="2"]')).toBeInViewport()
  await expect.poll(() => speech().marked()).toBe('This was night 2 of the log.')
  await shown(2).press('p')
})

test('the keyboard pauses, goes on, skips and stops', async () => {
  await start()
  await expectSpoken('This was night 1 of the log.')
  await expect(panel().getByRole('button', { name: 'Pause' })).toBeFocused()
  await page.keyboard.press('Space')
  await expect(panel().getByRole('button', { name: 'Go on reading' })).toBeFocused()
  expect(await speech().isSilent()).toBe(true)
  expect(await speech().marked()).toBe('This was night 1 of the log.')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await speech().spoken()).length).toBe(2)
  await expectSpoken('This was night 1 of the log.')
  await page.keyboard.press('ArrowRight')
  await expectSpoken('The keeper of the lighthouse was awake and he wrote.')
  await page.keyboard.press('ArrowRight')
  await expectSpoken('This was night 2 of the log.')
  await page.keyboard.press('ArrowLeft')
  await expectSpoken('The keeper of the lighthouse was awake and he wrote.')
  await expect(shown(1)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel()).toHaveCount(0)
  await expect(shown(1)).toBeFocused()
  expect(await speech().isSilent()).toBe(true)
  expect(await speech().marked()).toBe('')
})

test('it begins at the selected sentence', async () => {
  await stubSpeech(context, VOICES)
  await open(english)
  await speech().load()
  await page.locator('.page[data-page-number="1"]').getByText('house was awake').dblclick()
  await button().click()
  await expectSpoken('The keeper of the lighthouse was awake and he wrote.')
})

test('voices are those of the language of the book; voice and speed are kept for it', async () => {
  await start()
  await expectSpoken('This was night 1 of the log.')
  // The voice of the device comes before that of a server.
  expect(await speech().last()).toMatchObject({ voice: 'Ida', rate: 1 })
  await expect(choice('Language')).toHaveValue('en')
  await expect(choice('Voice').getByRole('option')).toHaveText(['Ida', 'Far Anna'])
  await choice('Speed').selectOption('1.5')
  await expect.poll(() => speech().last()).toEqual({ text: 'This was night 1 of the log.', voice: 'Ida', rate: 1.5 })
  await choice('Voice').selectOption('Far Anna')
  await expect.poll(async () => (await speech().last())?.voice).toBe('Far Anna')
  await page.close()

  await open(german)
  await speech().load()
  await button().click()
  await expectSpoken('Das ist die Nacht 1 und sie war nicht lang.')
  expect(await speech().last()).toMatchObject({ voice: 'Otto', rate: 1 })
  await expect(choice('Voice').getByRole('option')).toHaveText(['Otto', 'Grete'])
  await page.close()

  await open(english)
  await speech().load()
  await button().click()
  await expect.poll(async () => (await speech().last())?.voice).toBe('Far Anna')
  expect(await speech().last()).toMatchObject({ rate: 1.5 })
  await choice('Language').selectOption('de')
  await expect.poll(async () => (await speech().last())?.voice).toBe('Otto')
})

test('the text view is read aloud too, and changing the view stops it', async () => {
  const author = await sharedPerson('author')
  const { _id: id } = await aBook(author, { title: 'Nights as Text' }, undefined, await aPdfOf(nightOf))
  await untilText(id)
  await stubSpeech(context, VOICES)
  await open(id)
  await chooseView(page, 'Show', 'Text')
  const text = page.getByRole('region', { name: 'Text of the book' })
  await expect(text.locator('[data-page="4"]')).toBeAttached()
  await speech().load()
  await button().click()
  for (const sentence of [
    'The keeper was awake and he wrote to his sister.',
    'It was the first of the nights.',
    'Rain fell on the lamp for three hours.',
  ]) {
    await expectSpoken(sentence)
    await expect.poll(() => speech().marked()).toBe(sentence)
    await speech().finish()
  }
  await page.keyboard.press('Escape')
  await expect(text).toBeFocused()
  await button().click()
  await expect.poll(() => speech().isSilent()).toBe(false)
  await viewButton(page).click()
  await viewChoice(page, 'Show', 'Pages').check({ force: true })
  await expect(panel()).toHaveCount(0)
  await expect.poll(() => speech().isSilent()).toBe(true)
})

test('leaving the reader stops the voice', async () => {
  await start()
  await expectSpoken('This was night 1 of the log.')
  await page.evaluate(() => {
    addEventListener('pagehide', () =>
      sessionStorage.setItem('silent', String((window as never as { isSilent: () => boolean }).isSilent())),
    )
  })
  await page.goto('/about')
  expect(await page.evaluate(() => sessionStorage.getItem('silent'))).toBe('true')
})

test('a reader who has turned to another page is not taken back', async () => {
  await start()
  await expectSpoken('This was night 1 of the log.')
  await expect.poll(() => speech().marked()).toBe('This was night 1 of the log.')
  await shown(1).focus()
  await page.keyboard.press('End')
  await expect(shown(4)).toBeVisible()
  await speech().finish()
  await expectSpoken('The keeper of the lighthouse was awake and he wrote.')
  await expect(shown(4)).toBeVisible()
  await panel().getByRole('button', { name: 'Previous sentence' }).click()
  await expect(shown(1)).toBeVisible()
})

test('a voice that fails is told, and can go on', async () => {
  await start()
  await expectSpoken('This was night 1 of the log.')
  await speech().fail()
  await expect(panel().getByRole('alert')).toHaveText('The voice stopped. Try again, or choose another voice.')
  await panel().getByRole('button', { name: 'Go on reading' }).click()
  await expect(panel().getByRole('alert')).toHaveCount(0)
  await expect.poll(async () => (await speech().spoken()).length).toBe(2)
})

test('a book without text says so', async () => {
  const id = (await aBook(await sharedPerson('author'), { title: 'Empty Nights' }, undefined, await aPdfOf(() => [])))
    ._id
  await start(id)
  await panel().getByRole('button', { name: 'Go on reading' }).click()
  await expect(panel().getByRole('alert')).toHaveText('There is no text from here on that can be read aloud.')
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`the panel is accessible, in ${colorScheme} and on a small phone`, async () => {
    await start()
    await page.emulateMedia({ colorScheme })
    await expect(choice('Voice')).toBeVisible()
    if (colorScheme === 'light') await expectNoAxeFindings(page)
    else await expectEnoughContrast(page)
    // Nothing talks over the voice.
    await expect(panel().locator('[aria-live], [role=status], [role=log]')).toHaveCount(0)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    for (const control of await panel().locator('button, select').all())
      expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  })
