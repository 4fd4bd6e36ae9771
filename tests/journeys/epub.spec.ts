import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type FrameLocator, type Page, expect, test } from '@playwright/test'
import { listMarks } from '#contract/marks.ts'
import { getPosition } from '#contract/reading.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import sharp from 'sharp'
import { aDocument, anEpub } from '#server/formats/epub/testing-epub.ts'
import { aFlowingBook } from './a-flowing-book.ts'
import { type Person, aBook, aPerson, apiOf, browserOf, sharedPerson, theSite } from './people.ts'
import { chooseView } from './reader-bar.ts'
import { speechOf, stubSpeech } from './stub-speech.ts'
import { collectPageErrors } from './watched-page.ts'

let reader: Person
let context: BrowserContext
let page: Page
let errors: string[]
let id: string

test.beforeEach(async ({ browser }) => {
  reader = await aPerson('reader')
  ;({ _id: id } = await aBook(await sharedPerson('author'), { title: 'Lamp, Ferry, Clock' }, theSite(), aFlowingBook()))
  context = await browserOf(browser, reader)
  errors = await collectPageErrors(context)
  page = await context.newPage()
})

test.afterEach(async () => {
  expect(errors).toEqual([])
  await context.close()
})

const frame = (): FrameLocator => page.frameLocator('iframe[title="Text of the book"]:visible')
const paragraph = (start: string) => frame().getByText(new RegExp(`^${start}\\. `))
const open = (hash = '') => page.goto(`/read/${id}${hash}`)
/** The page in the bar. */
const pageField = () => page.getByRole('textbox', { name: 'Page' })

test('a book that flows is read, turned, and opens where its reader was', async () => {
  await open()
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
  await expect(pageField()).toHaveValue('1')
  await expectNoAxeFindings(page)
  for (let turned = 0; turned < 3; turned++) await page.keyboard.press('PageDown')
  await expect(paragraph('Second 12')).toBeInViewport()
  await expect(pageField()).not.toHaveValue('1')
  const position = () => apiOf(theSite(), reader)(getPosition, { params: { id }, query: {} })
  await expect.poll(async () => (await position()).at?.cfi).toMatch(/^epubcfi\(\/6\/2/)
  const at = await pageField().inputValue()
  const seen = await firstOnScreen()
  await page.reload()
  await expect(pageField()).toHaveValue(at)
  await expect.poll(firstOnScreen).toBe(seen)
})

test('a book whose style hides its notes opens where its reader was', async () => {
  const note = '<aside>A note that nobody sees, with more words than a line of the text around it has.</aside>'
  const paragraphs = Array.from(
    { length: 80 },
    (_, at) => `<p>Hidden ${at + 1}. ${'The keeper wound the clock. '.repeat(9)}</p>${note}`,
  )
  const one = aDocument(paragraphs.join(''), '<style>aside { display: none }</style>')
  ;({ _id: id } = await aBook(
    await sharedPerson('author'),
    { title: 'Hidden Notes' },
    theSite(),
    anEpub({ chapters: { one } }),
  ))
  await open()
  await expect(paragraph('Hidden 1')).toBeInViewport()
  const position = async () =>
    (await apiOf(theSite(), reader)(getPosition, { params: { id }, query: {} })).at?.cfi ?? null
  for (let turned = 0; turned < 5; turned++) await page.keyboard.press('PageDown')
  await expect.poll(position).not.toBeNull()
  const at = await pageField().inputValue()
  const seen = await firstOnScreen()
  expect(seen).not.toMatch(/^Hidden 1\./)
  await page.reload()
  await expect(pageField()).toHaveValue(at)
  await expect.poll(firstOnScreen).toBe(seen)
})

test('contents, links and notes lead through the book, and Back returns', async () => {
  await open()
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
  await page.getByRole('button', { name: 'Contents' }).click()
  await page
    .getByRole('navigation', { name: 'Contents' })
    .getByRole('button', { name: /The Second Lamp/ })
    .click()
  await expect(frame().getByRole('heading', { name: 'The Second Lamp' })).toBeInViewport()
  await page.goBack()
  await expect(frame().getByRole('heading', { name: 'The Lamp', exact: true })).toBeInViewport()
  await frame().getByRole('link', { name: '1' }).click()
  const note = page.getByRole('dialog', { name: 'Note' })
  await expect(note).toContainText('A note about the harbour.')
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
  await frame().getByRole('link', { name: 'far away' }).click()
  await expect(page.getByRole('dialog', { name: 'This link leaves the book' })).toContainText(
    'https://example.org/harbour',
  )
  await page.getByRole('button', { name: 'Stay' }).click()
  const ferry = frame().getByRole('link', { name: 'to the ferry' })
  const preview = page.getByRole('tooltip', { name: 'Where this link leads' })
  await ferry.hover()
  await expect(preview).toContainText(/The Ferry\s*Ferry 1\. .*Page \d+$/s)
  await expectNoAxeFindings(page)
  await paragraph('Lamp 1').hover()
  await expect(preview).toBeHidden()
  await frame().getByRole('link', { name: 'far away' }).focus()
  await page.keyboard.press('Shift+Tab')
  await expect(ferry).toBeFocused()
  await expect(preview).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await ferry.click()
  await expect(frame().getByRole('heading', { name: 'The Ferry' })).toBeInViewport()
  await page.getByRole('button', { name: /Back to page 1/ }).click()
  await expect(frame().getByRole('heading', { name: 'The Lamp', exact: true })).toBeInViewport()
})

test('words are found in all chapters, and listed', async () => {
  await open()
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Find in the book' }).fill('Ferry 20.')
  await expect(page.getByRole('search').getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible()
  await expect(paragraph('Ferry 20')).toBeInViewport()
  await page.getByRole('searchbox', { name: 'Find in the book' }).fill('the KEEPER wound')
  await expect(page.getByRole('navigation', { name: 'Matches' }).getByRole('button')).toHaveCount(68)
  await expectNoAxeFindings(page)
})

test('a page that was turned stays when the letters of the book come late', async () => {
  const letters = Promise.withResolvers<void>()
  await page.route('**/*.woff2', async (route) => {
    if (route.request().resourceType() === 'fetch') await letters.promise
    await route.continue()
  })
  await open()
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
  await page.keyboard.press('PageDown')
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).not.toBeInViewport()
  letters.resolve()
  const comeLate = () =>
    frame()
      .locator('html')
      .evaluate(() => [...document.fonts].map(({ status }) => status))
  await expect.poll(comeLate).toContain('loaded')
  await frame()
    .locator('html')
    .evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).not.toBeInViewport()
})

test('letters, colours and scrolling are as they are set, and the place stays', async () => {
  await open()
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
  await page.keyboard.press('PageDown')
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).not.toBeInViewport()
  const seen = await firstOnScreen()
  await chooseView(page, 'Text size', '24')
  await expect(frame().locator('html')).toHaveCSS('font-size', '24px')
  await expect(frame().getByText(seen, { exact: true })).toBeInViewport()
  await chooseView(page, 'Colours', 'Sepia')
  await expect(frame().locator('html')).toHaveCSS('background-color', 'rgb(248, 240, 223)')
  await chooseView(page, 'Turn pages by', 'Scrolling')
  await expect(frame().getByText(seen, { exact: true })).toBeInViewport()
  await page.keyboard.press('End')
  await expect(pageField()).not.toHaveValue('1')
  await expectNoAxeFindings(page)
})

test('passages are marked, listed, found again and exported with their place', async () => {
  await open()
  await expect(frame().getByText('A quiet harbour.')).toBeInViewport()
  await select('A quiet harbour')
  const popover = page.getByRole('dialog', { name: 'Mark this passage' })
  await popover.getByRole('button', { name: 'Highlight in blue' }).click()
  await expect.poll(() => painted('mark-blue')).toEqual(['A quiet harbour'])
  await page.keyboard.press('b')
  await expect(page.getByRole('button', { name: 'Bookmark this page' })).toHaveAttribute('aria-pressed', 'true')
  const marks = async () => (await apiOf(theSite(), reader)(listMarks, { params: { id }, query: {} })).marks
  await expect.poll(async () => (await marks()).length).toBe(2)
  const anchors = (await marks()).flatMap(({ content }) => content?.anchors ?? [])
  expect(anchors.map(({ page: at, exact }) => [at, exact.slice(0, 15)])).toEqual([
    [1, 'A quiet harbour'],
    [1, 'The Lamp A quie'],
  ])
  expect(anchors[0]?.cfi).toMatch(/^epubcfi\(\/6\/2!\/4\/4,\/1:0,\/1:15\)$/)
  await open('#page=9')
  await page.getByRole('button', { name: 'Contents' }).click()
  await page.getByRole('button', { name: 'Marks', exact: true }).click()
  await page.getByRole('button', { name: /^Blue.*A quiet harbour$/ }).click()
  await expect(frame().getByText('A quiet harbour.')).toBeInViewport()
  await expect(page.getByRole('dialog', { name: /^Highlight, blue/ })).toBeVisible()
  await expectNoAxeFindings(page)
})

test('a kept book opens without a network, at its place', async ({ browser }) => {
  const storageState = await context.storageState()
  await context.close()
  context = await browser.newContext({ storageState, serviceWorkers: 'allow' })
  page = await context.newPage()
  await open()
  await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('button', { name: 'Keep for reading offline' }).click()
  await expect(page.getByText('is kept on this device')).toBeVisible({ timeout: 30_000 })
  await page.keyboard.press('PageDown')
  await expect(pageField()).not.toHaveValue('1')
  const seen = await firstOnScreen()
  await context.setOffline(true)
  await page.reload()
  await expect.poll(firstOnScreen).toBe(seen)
  await page.keyboard.press('End')
  await expect(frame().getByText('A note about the harbour.')).toBeAttached()
  await expect(pageField()).toHaveValue('14')
  await context.setOffline(false)
})

test('on a phone taps turn the page and show the bars', async ({ browser }) => {
  const storageState = await context.storageState()
  const phone = await browser.newContext({
    storageState,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const touched = await phone.newPage()
  await touched.goto(`/read/${id}`)
  const lamp = touched.frameLocator('iframe:visible').getByRole('heading', { name: 'The Lamp' })
  await expect(lamp).toBeInViewport()
  await expectNoAxeFindings(touched)
  await touched.touchscreen.tap(370, 420)
  await expect(lamp).not.toBeInViewport()
  await expect(touched.locator('[data-bars="hidden"]')).toBeAttached()
  await touched.touchscreen.tap(195, 420)
  await expect(touched.locator('[data-bars="hidden"]')).toHaveCount(0)
  await touched.touchscreen.tap(20, 420)
  await expect(lamp).toBeInViewport()
  await phone.close()
})

test('on a phone a passage is marked, words are found, and all of it is there without a network', async ({
  browser,
}) => {
  const storageState = await context.storageState()
  await context.close()
  const size = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  context = await browser.newContext({ storageState, serviceWorkers: 'allow', ...size })
  page = await context.newPage()
  await open()
  await expect(frame().getByText('A quiet harbour.')).toBeInViewport()
  const blue = page
    .getByRole('dialog', { name: 'Mark this passage' })
    .getByRole('button', { name: 'Highlight in blue' })
  await select('A quiet harbour')
  await blue.tap()
  await expect.poll(() => painted('mark-blue')).toEqual(['A quiet harbour'])
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('button', { name: 'Find in the book' }).tap()
  await page.getByRole('searchbox', { name: 'Find in the book' }).fill('Ferry 20.')
  await expect(page.getByRole('search').getByRole('status').filter({ hasText: '1 of 1' })).toBeVisible()
  await expect(paragraph('Ferry 20')).toBeInViewport()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'More', exact: true }).tap()
  await page.getByRole('button', { name: 'Keep for reading offline' }).tap()
  await expect(page.getByText('is kept on this device')).toBeVisible({ timeout: 30_000 })
  await context.setOffline(true)
  await open('#page=1')
  await page.reload()
  await expect(frame().getByText('A quiet harbour.')).toBeInViewport()
  await expect.poll(() => painted('mark-blue')).toEqual(['A quiet harbour'])
  await context.setOffline(false)
  const marks = async () => (await apiOf(theSite(), reader)(listMarks, { params: { id }, query: {} })).marks
  await expect.poll(async () => (await marks()).length).toBe(1)
})

const LETTERS_MS = 200

/** The reader waits so long for letters. */
const FONTS_MS = 500
const loadedFaces = () => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family)

test('vertical writing and a book from right to left go on to the left, on a phone and by keys', async ({
  browser,
}) => {
  const author = await sharedPerson('author')
  const storageState = await context.storageState()
  const size = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const phone = await browser.newContext({ storageState, ...size })
  const touched = await phone.newPage()
  const vertical = `<style>html { writing-mode: vertical-rl }</style>`
  for (const [language, head, sentence] of [
    ['ja', vertical, '灯台の明かりが海の上で静かに揺れていた。'],
    ['ar', '', 'كان المصباح على جدار البحر مضاءً في الساعة السابعة. '],
  ] as const) {
    const paragraphs = Array.from({ length: 30 }, (_, n) => `<p>${n + 1}. ${sentence.repeat(6)}</p>`)
    const epub = anEpub({
      metadata: `<dc:title>${language}</dc:title><dc:language>${language}</dc:language>`,
      spine: 'page-progression-direction="rtl"',
      chapters: { one: aDocument(`<h1>Begin</h1>${paragraphs.join('')}`, head) },
    })
    const { _id } = await aBook(author, { title: language }, theSite(), epub)
    for (const one of [touched, page]) {
      // A book is shown without letters that take long.
      await one.addInitScript((limit) => {
        const setTimer = window.setTimeout
        const withoutLimit = (run: () => void, ms = 0, ...args: []) => (ms === limit ? 0 : setTimer(run, ms, ...args))
        window.setTimeout = withoutLimit as typeof setTimeout
      }, FONTS_MS)
      // Letters that came after the first screen would move its words, perhaps to the screen before.
      await one.route(/amiri-arabic-400.*\.woff2/, (route) => pause(LETTERS_MS).then(() => route.continue()))
      await one.goto(`/read/${_id}#page=1`)
      const first = one.frameLocator('iframe:visible').getByRole('heading', { name: 'Begin' })
      await expect(first).toBeInViewport()
      expect([language, await first.evaluate(loadedFaces)]).toEqual([
        language,
        expect.arrayContaining(language === 'ar' ? ['Amiri', 'Literata'] : ['Literata']),
      ])
      if (one === touched) await one.touchscreen.tap(20, 420)
      else await one.keyboard.press('ArrowLeft')
      await expect(first).not.toBeInViewport()
      if (one === touched) await one.touchscreen.tap(370, 420)
      else await one.keyboard.press('ArrowRight')
      await expect(first).toBeInViewport()
    }
  }
  await phone.close()
})

test('an image is enlarged and a note shown by keys, with the focus back in the text, which is read aloud', async () => {
  const png = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#7a1020' } })
    .png()
    .toBuffer()
  const epub = anEpub({
    chapters: {
      one: aDocument(
        '<p>At dusk the lamp was lit.<a epub:type="noteref" href="two.xhtml#note">1</a></p><p>Nobody asked by whom.</p><p><img src="lamp.png" alt="A lamp"/></p>',
      ),
      two: aDocument('<aside id="note" epub:type="footnote"><p>By the keeper.</p></aside>'),
    },
    files: { 'lamp.png': { type: 'image/png', data: png } },
  })
  const { _id } = await aBook(await sharedPerson('author'), { title: 'Lit' }, theSite(), epub)
  await stubSpeech(context, [{ name: 'Ida', lang: 'en-GB' }])
  // What acts on presses comes late: one that was before it counts too.
  const isPressed = Promise.withResolvers<void>()
  await page.route(/\/epub-layer-.*\.js$/, (route) => isPressed.promise.then(() => route.continue()))
  await page.goto(`/read/${_id}`)
  const link = frame().getByRole('link', { name: '1' })
  const image = frame().getByRole('button', { name: 'A lamp' })
  await link.focus()
  await page.keyboard.press('Enter')
  isPressed.resolve()
  await expect(page.getByRole('dialog', { name: 'Note' })).toContainText('By the keeper.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: 'Note' })).toBeHidden()
  await expect(link).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(image).toBeFocused()
  await page.keyboard.press('Enter')
  const enlarged = page.getByRole('dialog', { name: 'A lamp' })
  await expect(enlarged.getByRole('img', { name: 'A lamp' })).toBeVisible()
  await expectNoAxeFindings(page)
  await page.keyboard.press('Escape')
  await expect(enlarged).toBeHidden()
  await expect(image).toBeFocused()
  await speechOf(page).load()
  await page.keyboard.press('l')
  await expect.poll(async () => (await speechOf(page).last())?.text).toMatch(/^At dusk the lamp was lit/)
  await expect.poll(async () => (await painted('spoken')).join('')).toMatch(/^At dusk the lamp was lit/)
  await speechOf(page).finish()
  await expect.poll(async () => (await speechOf(page).last())?.text).toContain('Nobody asked by whom')
})

/** Selects words as a pointer does. */
const select = (words: string) =>
  frame()
    .locator('body')
    .evaluate((body, text) => {
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const at = walker.currentNode.textContent?.indexOf(text) ?? -1
        if (at < 0) continue
        getSelection()?.setBaseAndExtent(walker.currentNode, at, walker.currentNode, at + text.length)
        return
      }
    }, words)

/** The texts that are painted with a highlight of this name. */
const painted = (name: string) =>
  frame()
    .locator('body')
    .evaluate((_, key) => [...(CSS.highlights.get(key) ?? [])].map((range) => range.toString()), name)

/** The first paragraph on the screen. */
const firstOnScreen = () =>
  frame()
    .locator('body')
    .evaluate((body) => {
      const shown = [...body.querySelectorAll('p, h1, h2')].find((element) =>
        [...element.getClientRects()].some(
          ({ left, right, top, bottom }) => left >= 0 && right <= innerWidth && bottom > 0 && top < innerHeight,
        ),
      )
      return shown?.textContent ?? ''
    })

for (const width of [390, 320])
  test(`a long press on a link shows where it leads, and goes there on request, ${width} px wide`, async ({
    browser,
  }) => {
    const storageState = await context.storageState()
    const size = { viewport: { width, height: 844 }, hasTouch: true, isMobile: true }
    const phone = await browser.newContext({ storageState, ...size })
    page = await phone.newPage()
    await open()
    const link = frame().getByRole('link', { name: 'to the ferry' })
    await expect(link).toBeInViewport()
    // On a narrow screen it is on two lines, and the middle of its box on neither.
    // Letters that come later move it.
    await expect.poll(() => link.evaluate(loadedFaces)).toContain('Literata')
    await link.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
    const line = await link.evaluate((element) => element.getClientRects()[0]?.toJSON() as DOMRect)
    const { x = 0, y = 0 } = (await page.locator('iframe:visible').boundingBox()) ?? {}
    const touch = await phone.newCDPSession(page)
    const touchPoints = [{ x: x + line.x + line.width / 2, y: y + line.y + line.height / 2 }]
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    const preview = page.getByRole('dialog', { name: 'Where this link leads' })
    await expect(preview).toContainText('Ferry 1. ')
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await expect(preview).toBeVisible()
    await expect(frame().getByRole('heading', { name: 'The Lamp' })).toBeInViewport()
    await expectNoAxeFindings(page)
    await preview.getByRole('button', { name: /^Go to page \d+$/ }).click()
    await expect(frame().getByRole('heading', { name: 'The Ferry' })).toBeInViewport()
    await expect(preview).toBeHidden()
    await phone.close()
  })
