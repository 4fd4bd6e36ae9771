import { type Browser, type BrowserContext, type Page, expect, test } from '@playwright/test'
import { rateBook } from '#contract/ratings.ts'
import { mailTo } from '#tests/outbox.ts'
import { expectEnoughContrast, expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import {
  PASSWORD,
  type Person,
  aBook,
  aPerson,
  anAdmin,
  apiOf,
  browserOf,
  newcomer,
  sharedPerson,
  theSite,
} from './people.ts'
import { untilHydrated } from './served.ts'
import { collectPageErrors } from './watched-page.ts'

let contexts: BrowserContext[] = []
const pageErrors: string[] = []

test.afterEach(async () => {
  await Promise.all(contexts.map((context) => context.close()))
  contexts = []
  expect(pageErrors.splice(0)).toEqual([])
})

const pageOf = async (browser: Browser, person?: Person): Promise<Page> => {
  const context = await browserOf(browser, person)
  contexts.push(context)
  await collectPageErrors(context, pageErrors)
  return context.newPage()
}

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const fillIn = async (page: Page, fields: Record<string, string>) => {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text)
}
const logIn = async (page: Page, email: string) => {
  const button = page.getByRole('button', { name: 'Login' })
  // The form of the sign-up has these fields too.
  await button.waitFor()
  await fillIn(page, { Email: email, Password: PASSWORD })
  await button.click()
}

/** The pages that a person has been on, in order. */
const visited = (page: Page) => {
  const paths: string[] = []
  page.on('framenavigated', (frame) => {
    const path = new URL(frame.url()).pathname
    if (frame === page.mainFrame() && paths.at(-1) !== path) paths.push(path)
  })
  return paths
}

test.describe('a visitor', () => {
  test('reads a book as a guest after three presses on the home page', async ({ browser }) => {
    const { _id: id } = await aBook(await sharedPerson('author'))
    await apiOf(theSite(), await sharedPerson('reader'))(rateBook, { params: { id }, body: { rating: 5 } })
    const page = await pageOf(browser)
    const shelf = page.getByRole('region', { name: 'Being read this fortnight' })
    // Ratings reach the pages of others within a second.
    await expect(async () => {
      await page.goto('/')
      await expect(shelf.getByRole('listitem').first()).toBeVisible({ timeout: 500 })
    }).toPass()
    await untilHydrated(page)
    await shelf.getByRole('listitem').getByRole('link').first().click()
    await expect(page).toHaveURL(/\/books\//)
    const [tab] = await Promise.all([page.waitForEvent('popup'), page.getByRole('link', { name: 'Read Now' }).click()])
    await expect(tab.getByRole('heading', { level: 1, name: 'Come in' })).toBeVisible()
    await tab.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(tab).toHaveURL(/\/read\//)
    await expect(tab.locator('.textLayer').first()).toContainText(/\w/, { timeout: 15_000 })
  })

  test('sees why the library is closed, and enters as a guest with one press', async ({ browser }) => {
    const page = await pageOf(browser)
    await page.goto('/')
    await page.getByRole('link', { name: 'Explore' }).click()
    await expect(page).toHaveURL('/auth?next=%2Flibrary')
    await expect(page.getByRole('heading', { level: 1, name: 'Come in' })).toBeVisible()
    await expect(page.getByText('The library is for members. Go in as a guest: one press, no email.')).toBeVisible()
    const ways = page.getByRole('main').getByRole('button', { name: /^(?:Continue as guest|Login)$/ })
    await expect(ways).toHaveText(['Continue as guest', 'Login'])
    await expectGoodLayout(page)
    await page.getByRole('button', { name: 'Continue as guest' }).click()
    await expect(page).toHaveURL('/library')
    await expect(page.getByRole('heading', { level: 1, name: 'The library' })).toBeVisible()
  })

  test('keeps the page that was asked for on the way through the login pages', async ({ browser }) => {
    const reader = await aPerson('reader')
    const page = await pageOf(browser)
    await page.goto('/library/Fantasy?page=2')
    await page.getByRole('main').getByRole('link', { name: 'Sign Up', exact: true }).click()
    await page.getByRole('link', { name: /^Author/ }).click()
    await page.getByRole('link', { name: /^Reader/ }).click()
    await main(page).getByRole('link', { name: 'Login/Sign Up' }).click()
    await logIn(page, reader.email)
    await expect(page).toHaveURL('/library/Fantasy?page=2')
  })

  test('comes from Upload Now to the upload form through sign-up, mail and login alone, also if the mail is opened elsewhere', async ({
    browser,
  }) => {
    const author = newcomer('Bea')
    const page = await pageOf(browser)
    const paths = visited(page)
    await page.goto('/')
    await untilHydrated(page)
    await page.getByRole('link', { name: 'Upload Now' }).click()
    await expect(page.getByRole('heading', { name: 'You are signing up as an author' })).toBeVisible()
    await expect(page.getByText('The name that others see, 4 to 32 characters')).toBeVisible()
    await fillIn(page, {
      'Full name': author.username,
      Email: author.email,
      Password: PASSWORD,
      'Confirm password': PASSWORD,
    })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible()
    expect(paths).toEqual(['/', '/create', '/auth'])

    const elsewhere = await pageOf(browser)
    await elsewhere.goto((await mailTo(author.email, 1, theSite().dataDir)).link)
    await expect(elsewhere.getByRole('heading', { level: 1, name: 'Confirm your email' })).toBeVisible()
    await expectGoodLayout(elsewhere)
    await elsewhere.getByRole('button', { name: 'Verify my email' }).click()
    await expect(elsewhere).toHaveURL('/auth?next=%2Fcreate')
    await expect(elsewhere.getByLabel('Email')).toHaveValue(author.email)
    await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await elsewhere.getByRole('button', { name: 'Login' }).click()
    await expect(elsewhere).toHaveURL('/create')
    await expect(elsewhere.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
    await expect(elsewhere.getByText('Authors Only Area')).toHaveCount(0)
  })

  test('never sees the read-only form between Upload Now and the sign-up', async ({ browser }) => {
    const page = await pageOf(browser)
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const shown = document.querySelector('#authors-only')
        if (shown) document.documentElement.dataset['seen'] = 'authors only'
      }).observe(document, { childList: true, subtree: true })
    })
    await page.goto('/')
    await untilHydrated(page)
    await page.getByRole('link', { name: 'Upload Now' }).click()
    await expect(page.getByRole('heading', { name: 'You are signing up as an author' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.dataset['seen'])).toBeUndefined()
    await page.goBack()
    await expect(page).toHaveURL('/')
  })

  test('finds the sign-up for authors first on the page of the upload form', async ({ browser }) => {
    const page = await pageOf(browser)
    await page.goto('/create')
    const area = page.getByRole('region', { name: 'Authors Only Area' })
    await expect(area.getByRole('link')).toHaveText(['Login/Sign Up', 'Explore the library'])
    await area.getByRole('link', { name: 'Login/Sign Up' }).click()
    await expect(page).toHaveURL('/auth?next=%2Fcreate&sign-up=author')
    await expectGoodLayout(page)
  })

  test('is offered a free name where the typed one is taken, and takes it with one press', async ({ browser }) => {
    const { username } = await sharedPerson('reader')
    const { email } = newcomer('Una')
    const page = await pageOf(browser)
    await page.goto('/auth?sign-up=reader')
    await fillIn(page, { 'Full name': username, Email: email, Password: PASSWORD, 'Confirm password': PASSWORD })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('alert').first()).toContainText('This username is taken.')
    await expectGoodLayout(page)
    await page.getByRole('button', { name: `Use “${username} 2”` }).click()
    await expect(page.getByLabel('Full name')).toHaveValue(`${username} 2`)
    await expect(page.getByLabel('Full name')).toBeFocused()
    await expect(page.getByText('This username is taken.')).toHaveCount(0)
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('dialog', { name: 'Account created successfully' })).toBeVisible()
  })

  test('signs up with a name of two Han signs', async ({ browser }) => {
    const { email } = newcomer('Natsume')
    const page = await pageOf(browser)
    await page.goto('/auth?sign-up=reader')
    // A name of its own for each try.
    const name = String.fromCharCode(...[1, 2].map(() => 0x4e00 + Math.floor(Math.random() * 5000)))
    await fillIn(page, { 'Full name': name, Email: email, Password: PASSWORD, 'Confirm password': PASSWORD })
    await page.getByRole('button', { name: 'Sign Up' }).click()
    await expect(page.getByRole('dialog', { name: 'Account created successfully' })).toBeVisible()
  })
})

test('a reader becomes an author with one press on the page of the upload form', async ({ browser }) => {
  const page = await pageOf(browser, await aPerson('reader'))
  await page.goto('/create')
  await page.getByRole('button', { name: 'Become an author' }).click()
  await expect(page.getByRole('button', { name: 'Upload', exact: true })).toBeEnabled()
  await expect(main(page).getByRole('link', { name: 'Upload' })).toBeVisible()
})

test('an administrator begins at /admin: after login, and when logged in already', async ({ browser }) => {
  const admin = await anAdmin()
  const page = await pageOf(browser)
  await page.goto('/auth')
  await logIn(page, admin.email)
  await expect(page).toHaveURL('/admin')
  await page.goto('/auth')
  await expect(page).toHaveURL('/admin')
  await page.goto('/auth?next=%2Fpremium')
  await expect(page).toHaveURL('/premium')
})

const ENTRIES = {
  Library: ['/library', 'The library'],
  'Your books': ['/profile#uploads', 'Profile'],
  'Upload a book': ['/create', 'Upload a book'],
  Moderation: ['/moderation/reports', 'Reports'],
  Administration: ['/admin', 'Admin Dashboard'],
  Profile: ['/profile', 'Profile'],
} as const
type Entry = keyof typeof ENTRIES

const MENUS: [who: string, make: () => Promise<Person>, entries: Entry[]][] = [
  ['a reader', () => aPerson('reader'), ['Library', 'Profile']],
  ['an author', () => aPerson('author'), ['Library', 'Your books', 'Upload a book', 'Profile']],
  [
    'an administrator',
    () => anAdmin(),
    ['Library', 'Your books', 'Upload a book', 'Moderation', 'Administration', 'Profile'],
  ],
]

const PHONE = { width: 360, height: 740 }
const DESK = { width: 1280, height: 800 }

for (const [who, make, entries] of MENUS)
  test(`each entry of the account menu of ${who} leads where it says, on a desk and on a phone`, async ({
    browser,
  }) => {
    const page = await pageOf(browser, await make())
    await page.goto('/about')
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      for (const entry of entries) {
        await page.getByRole('button', { name: /^Profile: / }).click()
        await expect(page.getByRole('menuitem')).toHaveText([...entries, 'Logout'])
        await page.getByRole('menuitem', { name: entry, exact: true }).click()
        const [path, heading] = ENTRIES[entry]
        await expect(page).toHaveURL(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(page.getByRole('menu')).toHaveCount(0)
        if (entry === 'Your books') await expect(page.getByRole('heading', { name: entry })).toBeInViewport()
      }
    }
    await page.getByRole('button', { name: /^Profile: / }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(main(page).getByRole('link', { name: 'Login/Sign Up' })).toBeVisible()
  })

/** The links to pages in the navbar, without the bell. */
const pageLinks = (page: Page) => main(page).locator('a:visible:not([href="/notices"])')

const LINKS = { 'My books': '/my', Library: '/library', Premium: '/premium', 'Download App': '/download' } as const

test('the navbar has My books, Library, Premium and Download App for a reader, and Upload for an author', async ({
  browser,
}) => {
  for (const [person, names] of [
    [await sharedPerson('reader'), Object.keys(LINKS)],
    [await sharedPerson('author'), ['Upload', ...Object.keys(LINKS)]],
  ] as const) {
    const page = await pageOf(browser, person)
    await page.goto('/about')
    await expect(page.getByRole('button', { name: /^Profile: / })).toBeVisible()
    await expect(main(page).getByRole('link', { name: 'Notices' })).toBeVisible()
    await expect(pageLinks(page)).toHaveText(names)
    for (const name of names) {
      await main(page).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(name === 'Upload' ? '/create' : LINKS[name as keyof typeof LINKS])
    }
  }
})

test('on a phone the links are in a menu that the keyboard opens and closes', async ({ browser }) => {
  const page = await pageOf(browser, await sharedPerson('author'))
  await page.setViewportSize(PHONE)
  await page.goto('/about')
  await untilHydrated(page)
  const open = page.getByRole('button', { name: 'Menu' })
  const links = pageLinks(page)
  await expect(links).toHaveCount(0)
  await open.focus()
  await page.keyboard.press('Enter')
  await expect(links).toHaveText(['Upload', 'My books', 'Library', 'Premium', 'Download App'])
  await page.keyboard.press('Tab')
  await expect(links.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(links).toHaveCount(0)
  await expect(open).toBeFocused()
  for (const [name, path] of Object.entries(LINKS)) {
    await open.click()
    await main(page).getByRole('link', { name }).click()
    await expect(page).toHaveURL(path)
    await expect(links).toHaveCount(0)
  }
})

test('axe finds nothing in the open menus, in light and dark, on a desk and on a phone', async ({ browser }) => {
  const page = await pageOf(browser, await sharedPerson('author'))
  // The home page has the blue navbar, the other the one on paper.
  for (const path of ['/download', '/about'])
    for (const size of [DESK, PHONE]) {
      await page.setViewportSize(size)
      await page.goto(path)
      await page.getByRole('button', { name: /^Profile: / }).click()
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      if (size === DESK) continue
      await page.getByRole('button', { name: 'Menu' }).click()
      await expect(main(page).getByRole('link').first()).toBeVisible()
      await expectAccessible(page)
    }
})

const expectAccessible = async (page: Page) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectEnoughContrast(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoAxeFindings(page)
}

for (const language of ['en', 'de', 'ar', 'ja'])
  test(`the navbar fits at every width, in one row, with targets of 44 px, and nothing overlaps: ${language}`, async ({
    browser,
  }) => {
    const people = [undefined, await sharedPerson('author')]
    for (const person of people) {
      const page = await pageOf(browser, person)
      await page.context().addCookies([{ name: 'language', value: language, url: theSite().address }])
      await page.goto('/about')
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await untilHydrated(page)
      if (person) await expect(page.getByRole('button', { name: person.username })).toBeVisible()
      for (const width of [320, 360, 414, 520, 640, 767, 768, 900, 1023, 1024, 1100, 1216, 1217, 1280, 1440, 1920]) {
        await page.setViewportSize({ width, height: 800 })
        await expect.poll(() => page.evaluate(faultsOfNavbar), { message: `${width} px` }).toEqual([])
      }
    }
  })

/** Runs in the page: controls of the navbar that are outside the window, on another one, cut off, wrapped or too small. */
const faultsOfNavbar = () => {
  const MIN = 43.5
  const controls = [...document.querySelectorAll<HTMLElement>('header :is(a, button, input)')].filter((one) =>
    one.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
  )
  const boxes = controls.flatMap((one) => {
    const box = one.getBoundingClientRect()
    return box.width > 1 ? [{ name: one.textContent || one.ariaLabel || one.tagName, box, one }] : []
  })
  const faults = boxes.flatMap(({ name, box, one }) => [
    ...(box.left < 0 || box.right > innerWidth ? [`${name} is outside`] : []),
    ...(box.height < MIN || (box.width < MIN && !one.matches('a')) ? [`${name} is ${box.width} x ${box.height}`] : []),
    ...(box.height > 2 * MIN ? [`${name} wraps`] : []),
    ...(one.matches('li a') && one.scrollWidth > Math.ceil(box.width) + 1 ? [`${name} is cut off`] : []),
  ])
  const overlaps = boxes.flatMap((first, index) =>
    boxes
      .slice(index + 1)
      .filter(({ box }) => box.left < first.box.right - 1 && box.right > first.box.left + 1)
      .map(({ name }) => `${first.name} and ${name} overlap`),
  )
  return [...faults, ...overlaps]
}

test('nothing moves in the navbar when the session of an author is loaded', async ({ browser }) => {
  const page = await pageOf(browser, await sharedPerson('author'))
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/user-details', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/about')
  await untilHydrated(page)
  const places = () =>
    page.evaluate(() =>
      ['/library', '/premium', '/download'].map((path) => {
        const link = document.querySelector(`header a[href="${path}"]`)
        return Math.round(link?.getBoundingClientRect().left ?? 0)
      }),
    )
  await page.evaluate(() => document.fonts.ready)
  const before = await places()
  answer()
  await expect(main(page).getByRole('link', { name: 'Upload' })).toBeVisible()
  expect(await places()).toEqual(before)
})
