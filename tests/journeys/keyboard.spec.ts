import { type BrowserContext, type Locator, type Page, expect, test } from '@playwright/test'
import { PASSWORD, aBook, browserOf, newcomer, sharedPerson } from './people.ts'
import { aRealBook } from './printed-pdf.ts'
import { untilHydrated } from './served.ts'

/** No test in this file uses the mouse. */
test.describe('a reader who uses only the keyboard', () => {
  test.describe.configure({ mode: 'serial' })

  const mark = crypto.randomUUID().slice(0, 6)
  const title = `The Glass Almanac ${mark}`
  let context: BrowserContext
  let page: Page

  test.beforeAll(async ({ browser }) => {
    await aBook(await sharedPerson('author'), { title, author: `Maren Holt${mark}` })
    context = await browserOf(browser)
    page = await context.newPage()
  })
  test.afterAll(() => context.close())

  test('logs in', async () => {
    const reader = await sharedPerson('reader')
    await page.goto('/')
    await tabTo(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login/Sign Up' }))
    await page.keyboard.press('Enter')
    await tabTo(page.getByLabel('Email'))
    await page.keyboard.type(reader.email)
    await tabTo(page.getByLabel('Password', { exact: true }))
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: `Profile: ${reader.username}` })).toBeVisible()
  })

  test('skips to the content', async () => {
    await page.reload()
    await page.getByRole('link', { name: 'Explore' }).waitFor()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.locator('#main')).toBeFocused()
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
  })

  test('finds a book in the library by its author', async () => {
    await tabTo(page.getByRole('link', { name: 'Explore' }))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/library')
    await tabTo(page.getByRole('searchbox', { name: 'Search by title or author' }))
    await page.keyboard.type(`holt${mark}`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/library?query=holt${mark}`)
    const found = page.getByRole('link', { name: title })
    await expect(found).toBeVisible()
    await tabTo(found)
    await expectVisibleFocus(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('finds it with the navbar search: / focuses it, the arrows select, Escape closes, Enter opens', async () => {
    await page.goto('/')
    await untilHydrated(page)
    const search = page.getByRole('combobox', { name: 'Search books by title' })
    await page.keyboard.press('/')
    await expect(search).toBeFocused()
    await page.keyboard.type(`almanac ${mark}`)
    const option = page.getByRole('option', { name: title })
    await expect(option).toBeVisible()
    await expect(search).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('ArrowDown')
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await expect(search).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '')
    await page.keyboard.press('Escape')
    await expect(option).toBeHidden()
    await expect(search).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/book\/[\w-]+$/)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })

  test('rates with the arrow keys; only the last selection is sent', async () => {
    const sent: unknown[] = []
    page.on('request', (request) => request.url().endsWith('/rate') && sent.push(request.postDataJSON()))
    const stars = page.getByRole('group', { name: 'Rate this book' })
    await tabTo(stars.getByRole('radio').first())
    await expectVisibleFocus(page)
    // A star that has the focus for 0.7 s is sent.
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 60_000)
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
    await expect(stars.getByRole('radio', { name: '4 stars' })).toBeFocused()
    await page.clock.resume()
    await expect(page.getByRole('status').filter({ hasText: 'Thank you for rating this book!' })).toBeVisible()
    await expect(page.getByText('Your rating: 4/5')).toBeVisible()
    expect(sent).toEqual([{ rating: 4 }])
  })

  test('comments, and the focus stays in the field', async () => {
    const field = page.getByRole('textbox', { name: 'Add a comment' })
    await tabTo(field)
    await page.keyboard.type('Read it with both hands on the desk.')
    await tabTo(page.getByRole('button', { name: 'Post', exact: true }))
    await page.keyboard.press('Enter')
    const comments = page.getByRole('region', { name: /^Comments/ })
    await expect(comments.getByRole('listitem').last()).toContainText('Read it with both hands on the desk.')
    await expect(field).toBeFocused()
    await expect(page.getByRole('status').filter({ hasText: 'Your comment is posted.' })).toBeAttached()
  })

  test('reads the book in a new tab, turns pages, and returns to the book', async () => {
    await tabTo(page.getByRole('link', { name: 'Read Now' }), 'Shift+Tab')
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')])
    const sheet = (number: number) => tab.locator(`.page[data-page-number="${number}"] .textLayer`)
    await expect(sheet(1)).toContainText('The first page', { timeout: 15_000 })
    await tab.keyboard.press('End')
    await expect(tab.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
    await expect(sheet(2)).toContainText('The last page')
    await expect(tab.getByRole('status').filter({ hasText: 'Page 2 of 2' })).toBeAttached()
    await tab.keyboard.press('Home')
    await expect(tab.getByRole('region', { name: 'Page 1 of 2' })).toBeVisible()
    const number = tab.getByRole('textbox', { name: 'Page' })
    await tabTo(number)
    await tab.keyboard.type('2')
    await tab.keyboard.press('Enter')
    await expect(tab.getByRole('region', { name: 'Page 2 of 2' })).toBeVisible()
    await tabTo(tab.getByRole('link', { name: 'Back to the book' }), 'Shift+Tab')
    await tab.keyboard.press('Enter')
    await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await tab.close()
  })

  test('logs out through the menu, which returns the focus on Escape', async () => {
    const profile = page.getByRole('button', { name: /^Profile/ })
    await tabTo(profile, 'Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem').first()).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(profile).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/')
    await expect(
      page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login/Sign Up' }),
    ).toBeVisible()
  })
})

test('signing up by keyboard: the error summary takes the focus and links to the fields, and the dialog traps the focus', async ({
  page,
}) => {
  const { username, email } = newcomer('Ilse')
  await page.goto('/auth?sign-up=reader')
  const name = page.getByLabel('Full name')
  await tabTo(name)
  await page.keyboard.press('Enter')
  const summary = page.getByRole('alert').first()
  await expect(summary).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(name).toBeFocused()
  await page.keyboard.type(username)
  await tabTo(page.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await tabTo(page.getByLabel('Confirm password'))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Account created successfully' })
  const ok = dialog.getByRole('button', { name: 'OK' })
  await expect(ok).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(ok).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
})

test('uploading by keyboard: the focus returns from the dialog to the form', async ({ browser }) => {
  const context = await browserOf(browser, await sharedPerson('author'))
  const page = await context.newPage()
  const { file } = await aRealBook()
  page.on('filechooser', (chooser) => void chooser.setFiles(file))
  await page.goto('/create')
  await tabTo(page.getByLabel('Choose a file'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Title, author and pages were read from it.')).toBeVisible()
  await tabTo(page.getByRole('textbox', { name: 'Title' }))
  await page.keyboard.type('Typed to the End')
  await tabTo(page.getByRole('textbox', { name: 'Author' }))
  await page.keyboard.type('Ansel Moor')
  await tabTo(page.getByRole('textbox', { name: 'Description' }))
  await page.keyboard.type('Without a mouse.')
  await tabTo(page.getByRole('combobox', { name: 'Genre' }))
  await page.keyboard.type('Humor')
  await tabTo(page.getByRole('button', { name: 'Upload', exact: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your book is in the library' })
  await expect(dialog).toBeVisible({ timeout: 15_000 })
  const copy = dialog.getByRole('button', { name: 'Copy link' })
  await expect(copy).toBeFocused()
  for (const next of [
    dialog.getByRole('link', { name: 'Print a card' }),
    dialog.getByRole('button', { name: 'Upload another' }),
    dialog.getByRole('link', { name: 'See the book' }),
    copy,
  ]) {
    await page.keyboard.press('Tab')
    await expect(next).toBeFocused()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeFocused()
  await context.close()
})

const MAX_STOPS = 80

/** Presses Tab until the target has the focus. */
const tabTo = async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') => {
  // Forms are disabled until they work.
  await expect(target).toBeEnabled()
  const page = target.page()
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(target)} was not reached with ${key}`)
}

/** The focused element is inside the viewport and has a visible focus style. */
const expectVisibleFocus = async (page: Page) => {
  const seen = await page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    const look = () =>
      [focused, ...(focused.parentElement ? [focused.parentElement, ...focused.parentElement.children] : [])].map(
        (element) => {
          const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor } = getComputedStyle(element)
          return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor].join()
        },
      )
    const { left, top, width, height } = focused.getBoundingClientRect()
    const inside = top >= 0 && left >= 0 && top + height <= innerHeight && left + width <= innerWidth
    const on = look().join(';')
    focused.blur()
    const off = look().join(';')
    focused.focus()
    return { inside, marked: on !== off }
  })
  expect(seen).toEqual({ inside: true, marked: true })
}
