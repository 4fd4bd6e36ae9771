import { type BrowserContext, type Page, expect, test } from '@playwright/test'
import { login } from '#contract/accounts.ts'
import { addComment } from '#contract/comments.ts'
import { rateBook } from '#contract/ratings.ts'
import { mailTo } from '#tests/outbox.ts'
import {
  PASSWORD,
  type Person,
  aBook,
  aPerson,
  apiOf,
  browserOf,
  newcomer,
  theSite,
  sharedPerson,
  untilDayIsLongEnough,
} from './people.ts'
import { expectAllSeen, sees } from './seen-texts.ts'
import { AWAY, answerWith } from './served.ts'
import { collectPageErrors } from './watched-page.ts'
import { expectGoodLayout } from './good-layout.ts'

const FETCH_FAILED = 'Failed to fetch book details. Please check your connection and try again.'
const RULE = 'Keep a book in the top-rated section for 7 days, and our moderators can move it to premium.'
const NEW_PASSWORD = 'ink-and-blotting-paper'
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const PAGES = [
  ['Login and security', '/profile/security'],
  ['Reports and blocking', '/profile/reports'],
  ['Your data', '/profile/data'],
  ['Your account', '/profile'],
] as const

const pageErrors: string[] = []
let author: Person
let context: BrowserContext
let page: Page

const seesText = (text: string, on = page) => expect(on.getByText(text, { exact: true }).first()).toBeVisible()
const failing = (path: string, act: () => Promise<void>) => answerWith(page, path, AWAY, act)
const formWith = (label: string) => page.locator('form', { has: page.getByLabel(label, { exact: true }) })

test.beforeAll(async ({ browser }) => {
  await untilDayIsLongEnough()
  author = await aPerson('author')
  const [reader] = await Promise.all([sharedPerson('reader'), aBook(author, { title: 'Under the Lamp' })])
  const book = await aBook(author, { title: 'Salt and Paper' })
  await apiOf(theSite(), reader)(rateBook, { params: { id: book._id }, body: { rating: 4 } })
  context = await browserOf(browser, author)
  await collectPageErrors(context, pageErrors)
  page = await context.newPage()
})
test.afterEach(() => expect(pageErrors.splice(0)).toEqual([]))
test.afterAll(() => context.close())

test.describe('an author at home and on the profile', () => {
  test.describe.configure({ mode: 'serial' })

  test('sees the promotion rule and the figures of each book', async () => {
    await page.goto('/')
    await seesText(RULE)
    await seesText('Today: 0 views, 1 new rating, 0 comments.')
    // The strokes come with the first day.
    await expect(page.getByText(/of 7 days in top-rated/)).toHaveCount(0)
  })

  test('opens the profile from the menu and sees the uploads with views and rating', async () => {
    await page.getByRole('button', { name: /^Profile/ }).click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
    const book = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Salt and Paper' }) })
    await expect(book).toContainText('Views0')
    await expect(book).toContainText('Rating4.0')
    await expectGoodLayout(page)
  })

  test('the uploads are loaded again every 15 seconds, bypassing caches', async () => {
    await page.clock.install()
    await page.goto('/profile')
    await page.getByRole('heading', { name: 'Salt and Paper' }).waitFor()
    let asked = 0
    page.on('request', (request) => (asked += Number(/\/api\/books\/user\?t=\d+$/.test(request.url()))))
    await expect
      .poll(async () => {
        await page.clock.fastForward(15_000)
        return asked
      })
      .toBeGreaterThan(1)
    await page.clock.resume()
  })

  test('changes the username', async () => {
    const name = page.getByRole('textbox', { name: 'Username' })
    const save = formWith('Username').getByRole('button', { name: 'Save' })
    await name.fill(' abc ')
    await save.click()
    await sees(page, 'profile', 'Username must be at least 4 characters')
    await expect(name).toBeFocused()
    await name.fill(`${author.username} II`)
    await failing('**/api/auth/update-username', async () => {
      await save.click()
      await sees(page, 'profile', 'Failed to update username')
    })
    await save.click()
    await seesText('Username updated successfully')
    await expect(page.getByRole('button', { name: `Profile: ${author.username} II` })).toBeVisible()
  })

  test('chooses one of four values for sex', async () => {
    const sex = page.getByRole('combobox', { name: 'Sex' })
    await expect(sex.locator('option:not([value=""])')).toHaveText(['Male', 'Female', 'Other', 'Prefer not to say'])
    await sex.selectOption('Prefer not to say')
    await failing('**/api/auth/update-sex', async () => {
      await formWith('Sex').getByRole('button', { name: 'Save' }).click()
      await sees(page, 'profile', 'Failed to update sex')
    })
    await formWith('Sex').getByRole('button', { name: 'Save' }).click()
    await sees(page, 'profile', 'Sex updated successfully')
  })

  test('turns the weekly mail on and off', async () => {
    const choice = page.getByRole('checkbox', { name: 'Send me the weekly mail' })
    const pages = page.getByRole('navigation', { name: 'Pages of your profile' })
    await pages.getByRole('link', { name: 'Notices' }).click()
    await expect(choice).not.toBeChecked()
    await failing('**/api/auth/weekly-mail', async () => {
      await choice.click()
      await seesText('Your choice could not be saved. Please try again.')
    })
    await expect(choice).not.toBeChecked()
    await choice.click()
    await seesText('The weekly mail comes on Fridays.')
    await page.reload()
    await expect(choice).toBeChecked()
    await choice.click()
    await seesText('The weekly mail is stopped.')
    await expect(choice).not.toBeChecked()
    await pages.getByRole('link', { name: 'Login and security' }).click()
  })

  test('changes the password, and other sessions end', async () => {
    await apiOf(theSite())(login, { body: { email: author.email, password: PASSWORD } })
    await page.reload()
    await expect(page.getByRole('button', { name: /^End the session/ }).first()).toBeVisible()
    await page.getByRole('link', { name: 'Your account' }).click()
    const change = page.getByRole('button', { name: 'Change password' })
    await change.click()
    await sees(page, 'profile', 'Both passwords are required')
    await page.getByLabel('Current password').fill(PASSWORD)
    await page.getByLabel('New password').fill('1234567')
    await change.click()
    await sees(page, 'profile', 'New password must be at least 8 characters')
    await expectGoodLayout(page)
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await failing('**/api/auth/update-password', async () => {
      await change.click()
      await sees(page, 'profile', 'Failed to update password')
    })
    await change.click()
    await sees(page, 'profile', 'Password updated successfully!')
    await expect(page.getByLabel('New password')).toHaveValue('')
    await page.getByRole('link', { name: 'Login and security' }).click()
    await expect(page.getByText('This device', { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^End the session/ })).toHaveCount(0)
  })

  test('ends one session, and then all others', async () => {
    const logIn = () => apiOf(theSite())(login, { body: { email: author.email, password: NEW_PASSWORD } })
    for (let sessions = 0; sessions < 3; sessions++) await logIn()
    await page.reload()
    const ends = page.getByRole('button', { name: /^End the session/ })
    await expect(ends).toHaveCount(3)
    await ends.first().focus()
    await page.keyboard.press('Enter')
    await seesText('The session has ended.')
    await expect(ends).toHaveCount(2)
    await expect(page.getByRole('heading', { name: 'Where you are logged in' })).toBeFocused()
    await page.getByRole('button', { name: 'End all others' }).click()
    await seesText('All other sessions have ended.')
    await expect(ends).toHaveCount(0)
  })

  test('requests a change of the email, cancels it, and confirms another one with the link that is mailed there', async () => {
    const { dataDir } = theSite()
    const former = author.email
    const [cancelled, next] = [`cancelled.${former}`, `next.${former}`]
    const form = formWith('New email')
    const request = async (email: string, password = NEW_PASSWORD) => {
      await page.getByLabel('New email').fill(email)
      await form.getByLabel('Your password').fill(password)
      await form.getByRole('button', { name: 'Change email' }).click()
    }
    await form.getByRole('button', { name: 'Change email' }).click()
    await seesText('Please enter your new email')
    await expect(page.getByLabel('New email')).toBeFocused()
    await request(cancelled, 'not this one')
    await seesText('This is not your password.')
    await request((await sharedPerson('reader')).email)
    await seesText('There is an account with this email already.')
    await failing('**/api/auth/email-change', async () => {
      await request(cancelled)
      await seesText('Failed to update email')
    })
    await request(cancelled)
    await seesText('We have sent a link to the new address. Open it to confirm the change.')
    await expect(page.getByText(`A link was sent to ${cancelled} on`)).toBeVisible()
    await expectGoodLayout(page)
    await page.getByRole('button', { name: 'Cancel the change' }).click()
    await seesText('The change is cancelled. Your email stays as it is.')
    await expect(page.getByText('A link was sent to')).toHaveCount(0)
    await page.goto((await mailTo(cancelled, 1, dataDir)).link)
    await page.getByRole('button', { name: 'Change my email' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This link is no longer valid' })).toBeVisible()
    await seesText('This link has expired or was used before. Ask for a new one.')

    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await request(next)
    const { link } = await mailTo(next, 1, dataDir)
    const answer = await page.goto(link)
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    await expect(page.getByRole('heading', { level: 1, name: 'Confirm your new email' })).toBeVisible()
    await expectGoodLayout(page)
    await page.getByRole('button', { name: 'Change my email' }).click()
    await seesText('Your email is changed. Log in with the new one from now on.')
    await expect(page.getByRole('heading', { level: 1, name: 'Your email is changed' })).toBeVisible()
    await expectGoodLayout(page)
    await page.getByRole('link', { name: 'Go to your profile' }).click()
    await seesText(`You log in with ${next}. Others never see it.`)
    author.email = next
  })

  test('sees security events, the network of each session, and a mail about a login on a new device', async ({
    browser,
  }) => {
    const phone = await (await browserOf(browser)).newPage()
    await phone.goto('/auth')
    await phone.getByLabel('Email').fill(author.email)
    await phone.getByLabel('Password', { exact: true }).fill('a wrong guess')
    await phone.getByRole('button', { name: 'Login' }).click()
    await seesText('Wrong email or password.', phone)
    await phone.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD)
    await phone.getByRole('button', { name: 'Login' }).click()
    await expect(phone.getByRole('button', { name: /^Profile/ })).toBeVisible()
    await phone.context().close()
    const notice = await mailTo(author.email, 2, theSite().dataDir)
    expect(notice.subject).toBe('New login to your Quillhouse account')

    const events = page
      .locator('section', { has: page.getByRole('heading', { name: 'Recent security events' }) })
      .last()
    await expect(async () => {
      await page.reload()
      await expect(events.getByRole('listitem').first()).toBeVisible()
      await expect(events.getByText('Wrong password', { exact: true })).toBeVisible({ timeout: 1000 })
    }).toPass()
    await expect(events.getByRole('listitem').filter({ hasText: 'Login on a new device' })).toContainText(
      'Chrome on Linux, network 127.0.0.x',
    )
    for (const text of ['Email changed', 'Change of email cancelled'])
      await expect(events.getByText(text, { exact: true })).toBeVisible()
    await expect(events.getByRole('listitem')).toHaveCount(8)
    await events.getByRole('button', { name: /^Show all \d+$/ }).click()
    await expect(events.getByText('Password changed', { exact: true })).toBeVisible()
    const sessions = page
      .locator('section', { has: page.getByRole('heading', { name: 'Where you are logged in' }) })
      .last()
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This device' })).toContainText('network 127.0.0.x')
    await expectGoodLayout(page)
    await failing('**/api/auth/security-events', async () => {
      await page.reload()
      await seesText('Failed to load the events. Please try again later.')
    })
  })

  test('sets a picture and removes it', async () => {
    await page.goto('/profile')
    const field = page.getByLabel('Choose a picture')
    await field.setInputFiles({ name: 'me.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') })
    await seesText('Please select an image')
    await field.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(PICTURE, 'base64') })
    await seesText('Your picture is set.')
    await expect(page.locator('main header img')).toHaveJSProperty('naturalWidth', 256)
    await page.getByRole('button', { name: 'Remove picture' }).click()
    await seesText('Your picture is removed.')
    await expect(page.locator('main header img')).toHaveCount(0)
  })

  test('becomes a reader, and then an author again', async () => {
    await page.getByRole('button', { name: 'Become a reader' }).click()
    await seesText('You are a reader now.')
    await expect(page.getByRole('heading', { name: 'Your books', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Become an author' }).click()
    await seesText('You are an author now.')
  })

  test('downloads all data as a zip', async () => {
    await page.goto('/profile/data')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download my data' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('quillhouse-export.zip')
    const bytes = await new Response((await download.createReadStream()) as unknown as ReadableStream).bytes()
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK')
  })

  test('has four short pages, which links lead to and the former anchors still find', async () => {
    await page.goto('/profile')
    const pages = page.getByRole('navigation', { name: 'Pages of your profile' })
    for (const [name, path] of PAGES) {
      await pages.getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(pages.getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
      const heading = page.getByRole('heading', { level: 1, name: path === '/profile' ? 'Profile' : name })
      await expect(heading).toBeFocused()
      await page.waitForLoadState('networkidle')
      const height = await page.getByRole('main').evaluate((main) => main.scrollHeight)
      expect(height, path).toBeLessThanOrEqual(1700)
      await expectGoodLayout(page)
    }
    for (const [from, to] of [
      ['/profile#reports', '/profile/reports'],
      ['/profile#two-factors', '/profile/security#two-factors'],
    ] as const) {
      await page.goto(from)
      await expect(page).toHaveURL(to)
    }
  })

  test('edits the texts of a book', async () => {
    await page.goto('/profile')
    await page.getByRole('link', { name: 'Edit Salt and Paper' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit your book' })).toBeVisible()
    const title = page.getByRole('textbox', { name: 'Title' })
    await expect(title).toHaveValue('Salt and Paper')
    await title.fill('')
    await page.getByRole('button', { name: 'Save' }).click()
    await seesText('Please enter a book title')
    await expectGoodLayout(page)
    await title.fill('Salt, Paper, Ink')
    await page.getByRole('radio', { name: 'Our series 1' }).check({ force: true })
    await page.getByRole('button', { name: 'Save' }).click()
    await seesText('Your changes are in the library.')
    await expect(page.getByRole('heading', { level: 1, name: 'Salt, Paper, Ink' })).toBeVisible()
  })

  test('cannot edit a book of another author', async () => {
    const foreign = await aBook(await sharedPerson('author'))
    await page.goto(`/books/${foreign._id}/edit`)
    await seesText('Only the author who published this book can change it.')
  })

  test('deletes all books, each after confirmation', async () => {
    const confirmed = (title: string) => `Are you sure you want to delete "${title}"? This action cannot be undone.`
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' })
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Delete Under the Lamp' }).click()
    await expect(dialog).toContainText(confirmed('Under the Lamp'))
    await sees(dialog, 'profile', 'Confirm Delete', 'Cancel')
    await sees(dialog, 'profile', 'Are you sure you want to delete "{title}"? This action cannot be undone.')
    await expectGoodLayout(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
    const remove = async (title: string) => {
      await page.getByRole('button', { name: `Delete ${title}` }).click()
      await dialog.getByRole('button', { name: 'Delete' }).click()
    }
    await failing('**/api/books/*', async () => {
      await remove('Under the Lamp')
      await sees(page, 'profile', 'Failed to delete book')
    })
    const deletingSeen = Promise.withResolvers<void>()
    await page.route('**/api/books/*', async (route) => {
      if (route.request().method() === 'DELETE') await deletingSeen.promise
      await route.continue()
    })
    await remove('Under the Lamp')
    await sees(dialog, 'profile', 'Deleting...')
    deletingSeen.resolve()
    await sees(page, 'profile', 'Book deleted successfully')
    await expect(page.getByRole('heading', { name: 'Under the Lamp' })).toHaveCount(0)
    await remove('Salt, Paper, Ink')
    await sees(page, 'profile, nothing uploaded', 'No books uploaded yet')
    await page.unrouteAll()
  })

  test('sees a message and Retry if the uploads fail to load', async () => {
    await failing('**/api/books/user*', async () => {
      await page.reload()
      await sees(page, 'profile, uploads failed', FETCH_FAILED, 'Retry')
      await expectGoodLayout(page)
    })
    // They are also loaded again by themselves, which takes the button away.
    await page.getByRole('button', { name: 'Retry' }).or(page.getByText('No books uploaded yet')).click()
    await seesText('No books uploaded yet')
    await expect(page.getByText(FETCH_FAILED)).toHaveCount(0)
  })

  test('deletes the account, for which the password is needed', async () => {
    await page.goto('/profile/data')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    const go = dialog.getByRole('button', { name: 'Delete account' })
    await go.click()
    await seesText('Please enter your password')
    await dialog.getByLabel('Your password').fill('not this one')
    await go.click()
    await seesText('This is not your password.')
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD)
    await go.click()
    await expect(page).toHaveURL('/')
    await seesText('Your account is deleted.')
    await expect(page.getByRole('link', { name: 'Login/Sign Up' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await expect(page).toHaveURL('/')
  })
})

test.describe('a visitor', () => {
  test.beforeEach(async ({ browser }) => {
    await context.close()
    context = await browserOf(browser)
    await collectPageErrors(context, pageErrors)
    page = await context.newPage()
  })

  test('is redirected from the profile to the login page, continues as guest, and sees the sign-up form on the profile', async () => {
    await page.goto('/profile')
    await expect(page).toHaveURL('/auth?next=%2Fprofile')
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: 'Sign up to keep your account' })).toBeVisible()
    await expect(page.getByText('You must be at least 13 years old.')).toBeVisible()
    for (const [name, path] of [
      ['terms', '/terms'],
      ['privacy policy', '/privacy'],
    ])
      await expect(page.getByRole('main').getByRole('link', { name, exact: true })).toHaveAttribute('href', path ?? '')
    await expectGoodLayout(page)
    await page.goto('/auth')
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
  })

  test('is redirected from each page of the profile, and returns there; a guest comes to the profile', async () => {
    for (const [, path] of PAGES) {
      const answer = await page.goto(path)
      expect(answer?.headers()['x-robots-tag']).toBe('noindex')
      await expect(page).toHaveURL(`/auth?next=${encodeURIComponent(path)}`)
    }
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(page).toHaveURL('/profile')
    await expect(page.getByRole('heading', { name: 'Sign up to keep your account' })).toBeVisible()
  })

  test('rates and comments as a guest, keeps both after signing up, and deletes the comment', async () => {
    const book = await aBook(await sharedPerson('author'), { title: 'The Guest Room' })
    await apiOf(theSite(), await sharedPerson('reader'))(addComment, {
      params: { id: book._id },
      body: { text: 'Somebody else said this.' },
    })
    await page.goto(`/books/${book._id}`)
    await page.getByRole('button', { name: 'Continue as guest' }).first().click()
    await page.getByRole('group', { name: 'Rate this book' }).locator('label').nth(4).click()
    await seesText('Thank you for rating this book!')
    await page.getByRole('textbox', { name: 'Add a comment' }).fill('I only looked in.')
    await page.getByRole('button', { name: 'Post' }).click()
    const comments = page.getByRole('region', { name: /Comments/ })
    await expect(comments).toContainText('I only looked in.')

    const member = newcomer('Una')
    await page.goto('/profile?sign-up=reader')
    await page.getByLabel('Full name').fill(member.username)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('dialog', { name: 'Account created successfully' }).getByRole('button', { name: 'OK' }).click()
    await expect(page).toHaveURL('/auth?next=%2Fprofile')
    await page.goto((await mailTo(member.email, 1, theSite().dataDir)).link)
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page.getByRole('button', { name: `Profile: ${member.username}` })).toBeVisible()

    await page.goto(`/books/${book._id}`)
    await expect(comments.getByText(member.username)).toBeVisible()
    await expect(comments.getByRole('button', { name: 'Delete', exact: true })).toHaveCount(1)
    await comments.getByRole('button', { name: 'Delete', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this comment?' })
    await expect(dialog).toContainText('I only looked in.')
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await seesText('The comment is deleted.')
    await expect(comments.getByRole('listitem')).toHaveCount(1)
  })

  test('unsubscribes from the weekly mail with a button, not by opening the link', async () => {
    const calls: unknown[] = []
    await page.route('**/api/auth/stop-weekly', async (route) => {
      calls.push(route.request().postDataJSON())
      await route.fulfill({ json: { message: 'The weekly mail is stopped.' } })
    })
    const token = 'a'.repeat(43)
    const answer = await page.goto(`/auth/stop-weekly?token=${token}`)
    expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' })
    await expect(page.getByRole('heading', { level: 1, name: 'No more mail on Fridays?' })).toBeVisible()
    await expectGoodLayout(page)
    expect(calls).toEqual([])
    await page.getByRole('button', { name: 'Stop the weekly mail' }).click()
    await seesText('The weekly mail is stopped.')
    expect(calls).toEqual([{ token }])
    await page.unrouteAll()
    await page.reload()
    await page.getByRole('button', { name: 'Stop the weekly mail' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'This link is incomplete' })).toBeVisible()
  })

  test('sees nothing of what somebody typed in another tab before logging out', async () => {
    const [first, second] = await Promise.all([aPerson('reader'), sharedPerson('reader')])
    const other = await context.newPage()
    const comment = other.getByRole('textbox', { name: 'Add a comment' })
    const work = other.getByRole('textbox', { name: 'Which work of yours was copied?' })
    const menu = page.getByRole('button', { name: /^Profile/ })
    const logIn = async ({ email }: Person) => {
      await page.goto('/auth')
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(menu).toBeVisible()
    }
    await logIn(first)
    await other.goto('/copyright')
    await work.fill('A letter of mine')
    await menu.click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(work).toHaveValue('')

    const { _id } = await aBook(await sharedPerson('author'), { title: 'Two Tabs' })
    await logIn(first)
    await other.goto(`/books/${_id}`)
    await comment.fill('Written before the session ended.')
    const endSession = () => page.evaluate(() => localStorage.removeItem('token'))
    await endSession()
    await expect(comment).toBeHidden()
    await logIn(first)
    await expect(comment).toHaveValue('Written before the session ended.')
    await endSession()
    await logIn(second)
    await expect(comment).toHaveValue('')
    expect(await other.evaluate(() => Object.values(sessionStorage).join())).not.toContain('Written')
  })

  test('resets the password with a mailed link, which works once', async () => {
    const { email } = await aPerson('reader')
    await page.goto('/auth')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Forgot your password?' })).toBeVisible()
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await seesText('If there is an account with this email, a link to choose a new password is on its way.')
    await expectGoodLayout(page)
    const { link } = await mailTo(email, 2, theSite().dataDir)
    const choose = async (confirm: string) => {
      await page.getByLabel('New password').fill(NEW_PASSWORD)
      await page.getByLabel('Confirm password').fill(confirm)
      await page.getByRole('button', { name: 'Save the new password' }).click()
    }
    await page.goto(link)
    await choose('another')
    await seesText('Passwords do not match')
    await expectGoodLayout(page)
    await choose(NEW_PASSWORD)
    await expect(page).toHaveURL('/auth')
    await seesText('Your password is changed. You can log in with it now.')
    await page.goto(link)
    await choose(NEW_PASSWORD)
    await expect(page.getByRole('heading', { level: 1, name: 'This link is no longer valid' })).toBeVisible()
    await seesText('This link has expired or was used before. Ask for a new one.')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send a new mail' }).click()
    await seesText('If there is an account with this email, a link to choose a new password is on its way.')
  })
})

test('every literal text of the specification that belongs to this file was seen', expectAllSeen)
