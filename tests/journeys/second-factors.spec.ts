import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import pg from 'pg'
import { memoryFolder } from '#server/testing/memory-folder.ts'
import { login } from '#contract/accounts.ts'
import { beginTotp, confirmTotp } from '#contract/second-factors.ts'
import { getAdminSite, updateSiteSettings } from '#contract/site-admin.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { freePort } from '#tests/free-port.ts'
import { mailTo } from '#tests/outbox.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aBook, anAdmin, aPerson, apiOf, browserOf, PASSWORD, type Person, type Site } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

test.describe('second factors', () => {
  test.describe.configure({ mode: 'serial' })

  let server: SpawnedServer
  let site: Site
  const pageErrors: string[] = []

  test.beforeAll(async () => {
    const dataDir = await mkdtemp(join(await memoryFolder(), 'quillhouse-factors-'))
    const port = await freePort()
    // By name, because passkeys belong to a name and not to an address.
    site = { address: `http://localhost:${port}`, dataDir }
    server = spawnServer({ PORT: String(port), PUBLIC_URL: site.address, DATA_DIR: dataDir, RATE_LIMITS: 'off' })
    await server.opened()
  })
  test.afterEach(() => expect(pageErrors.splice(0)).toEqual([]))
  test.afterAll(async () => {
    await server.stop()
    await rm(site.dataDir, { recursive: true, force: true })
  })

  const open = async (browser: Browser, person?: Person) => {
    const context = await browserOf(browser, person, site)
    await collectPageErrors(context, pageErrors)
    return { context, page: await context.newPage() }
  }
  const logOut = (page: Page) => page.evaluate(() => localStorage.clear())
  const passwordOf = async (page: Page, { email }: Person) => {
    await page.goto(`${site.address}/auth`)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Your second factor' })).toBeFocused()
  }

  test('a reader sets up an app with the keyboard and logs in with its code', async ({ browser }) => {
    const reader = await aPerson('reader', site)
    const { context, page } = await open(browser, reader)
    await page.goto(`${site.address}/profile/security`)
    const setUp = page.getByRole('button', { name: 'Set up an app' })
    await setUp.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Set up an app' })
    await expect(dialog.getByRole('img', { name: 'The code to scan with your app' })).toBeVisible()
    await expectGoodLayout(page)
    await page.keyboard.press('Escape')
    await expect(setUp).toBeFocused()
    await page.keyboard.press('Enter')
    const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
    const code = dialog.getByLabel('Code from the app')
    await code.fill('000 000')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This code is wrong, or was used before.')).toBeVisible()
    await expect(code).toBeFocused()
    await code.fill(codeOf(secret))
    await page.keyboard.press('Enter')

    const codes = page.getByRole('dialog', { name: 'Save your recovery codes' })
    await expect(codes.getByRole('listitem')).toHaveCount(10)
    await expectGoodLayout(page)
    // Browsers ask the page before the first one alone.
    for (let i = 0; i < 3; i += 1) await page.keyboard.press('Escape')
    await expect(codes.getByRole('listitem').first()).toBeInViewport()
    await codes.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('10 codes are left.', { exact: false })).toBeVisible()
    await untilUncovered(page)
    await expectGoodLayout(page)

    await logOut(page)
    await passwordOf(page, reader)
    await expectGoodLayout(page)
    await page.getByLabel('Code from your app').fill('123')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').first()).toContainText(
      'Enter the six digits from your app, or a recovery code',
    )
    await page.getByLabel('Code from your app').fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: `Profile: ${reader.username}` })).toBeVisible()
    await context.close()
  })

  test('the codes alone are printed', async ({ browser }) => {
    const reader = await aPerson('reader', site)
    const { context, page } = await open(browser, reader)
    await page.goto(`${site.address}/profile/security`)
    await setUpApp(page)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('list')).toBeVisible()
    await expect(page.locator('main')).toBeHidden()
    await context.close()
  })

  test('an administrator who has lost the phone comes in with a recovery code', async ({ browser }) => {
    const admin = await anAdmin(site)
    const { context, page } = await open(browser, admin)
    await page.goto(`${site.address}/profile/security`)
    const { codes } = await setUpApp(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.goto(`${site.address}/admin/site/access`)
    await page.getByLabel('Required for administrators and moderators').check()
    await page.getByRole('button', { name: 'Save settings' }).click()
    await expect(page.getByText('The settings are saved.')).toBeVisible()

    await logOut(page)
    await passwordOf(page, admin)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(codes[4] ?? '')
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${site.address}/admin`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goto(`${site.address}/profile/security`)
    await expect(page.getByText('9 codes are left.', { exact: false })).toBeVisible()
    // The lost app is replaced by a new one.
    await page.getByRole('button', { name: 'Remove the app' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the app?' })
    await expect(dialog).toContainText('This is your last second factor')
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('Administrators of this library need a second factor.', { exact: false })).toBeVisible()
    await setUpApp(page)
    await context.close()
  })

  test('a session without the required factor is led to setting one up', async ({ browser }) => {
    const admin = await anAdmin(site)
    const { context, page } = await open(browser, admin)
    await page.goto(`${site.address}/admin/users`)
    const dialog = page.getByRole('dialog', { name: 'Set up a second factor' })
    await expect(dialog).toContainText(
      'Administration and moderation need a second factor. Set one up on your profile.',
    )
    await expectGoodLayout(page)
    await dialog.getByRole('link', { name: 'Set it up' }).click()
    await expect(page.getByRole('heading', { name: 'Two factors' })).toBeInViewport()
    await setUpApp(page)
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await page.goto(`${site.address}/admin/users`)
    await expect(page.getByRole('cell', { name: admin.email })).toBeVisible()
    await context.close()
  })

  test('a session that has not shown the factor asks for it once, and the page goes on', async ({ browser }) => {
    const admin = await anAdmin(site)
    const secret = await withApp(site, admin)
    await requireFactors(site, admin)
    await inDatabase(site, `update sessions set has_shown_factor = false`)
    const { context, page } = await open(browser, admin)
    await page.goto(`${site.address}/admin/users`)
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await expect(dialog.getByLabel('Code from your app')).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Use your password' })).toHaveCount(0)
    await expectGoodLayout(page)
    await dialog.getByLabel('Code from your app').fill(codeOf(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('cell', { name: admin.email })).toBeVisible()
    await expect(dialog).toBeHidden()
    await context.close()
  })

  test('the password is asked again before a book is deleted, and the deletion goes on', async ({ browser }) => {
    const author = await aPerson('author', site)
    await aBook(author, { title: 'The Inkwell Affair' }, site)
    const { context, page } = await open(browser, author)
    await page.goto(`${site.address}/profile`)
    await inDatabase(site, `update sessions set confirmed_at = confirmed_at - interval '16 minutes'`)
    const ask = async () => {
      await page.getByRole('button', { name: 'Delete The Inkwell Affair' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
    }
    const dialog = page.getByRole('dialog', { name: 'Is it you?' })
    await ask()
    await expect(dialog.getByLabel('Your password')).toBeVisible()
    await expectGoodLayout(page)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('alert').first()).toContainText('Please confirm that it is you before you do this.')
    await ask()
    const password = dialog.getByLabel('Your password')
    await password.fill('something-else')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('This is not your password.')).toBeVisible()
    await password.fill(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByText('Book deleted successfully')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await context.close()
  })

  test('a passkey is added, logs in without a password, and is the second step after one', async ({ browser }) => {
    const reader = await aPerson('reader', site)
    const { context, page } = await open(browser, reader)
    await withAuthenticator(context, page)
    await page.goto(`${site.address}/profile/security`)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await expect(dialog).toBeVisible()
    await expectGoodLayout(page)
    await dialog.getByLabel('Name of the passkey').fill('Rosa’s laptop')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'I have saved them' }).click()
    await expect(page.getByText('Rosa’s laptop', { exact: true })).toBeVisible()
    await untilUncovered(page)
    await page.getByRole('button', { name: 'Rename the passkey Rosa’s laptop' }).click()
    await expectGoodLayout(page)
    await page.getByRole('dialog').getByLabel('Name of the passkey').fill('The red laptop')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The passkey is called “The red laptop” now.')).toBeVisible()
    await expect(page.getByText('The red laptop', { exact: true })).toBeVisible()
    await untilUncovered(page)
    await expectGoodLayout(page)

    await logOut(page)
    await page.goto(`${site.address}/auth`)
    await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toBeVisible()
    await expectGoodLayout(page)
    await page.getByRole('button', { name: 'Log in with a passkey' }).click()
    await expect(page.getByRole('button', { name: `Profile: ${reader.username}` })).toBeVisible()

    await logOut(page)
    await passwordOf(page, reader)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: `Profile: ${reader.username}` })).toBeVisible()

    await inDatabase(site, `update sessions set confirmed_at = confirmed_at - interval '16 minutes'`)
    await page.goto(`${site.address}/profile/security`)
    await page.getByRole('button', { name: 'Remove the passkey The red laptop' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await page.getByRole('dialog', { name: 'Is it you?' }).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('The passkey is removed.')).toBeVisible()
    await context.close()
  })

  test('passkeys are not offered where browsers have none', async ({ browser }) => {
    const reader = await aPerson('reader', site)
    const context = await browser.newContext()
    const page = await context.newPage()
    const address = site.address.replace('localhost', '127.0.0.1')
    await page.goto(`${address}/auth`)
    await page.evaluate((token) => localStorage.setItem('token', token), reader.token)
    await page.goto(`${address}/profile/security`)
    await expect(page.getByText('Passkeys need a secure address', { exact: false })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a passkey' })).toHaveCount(0)
    await context.close()
  })

  test('an administrator removes the second factors of somebody who has lost them', async ({ browser }) => {
    const [admin, reader] = await Promise.all([anAdmin(site), aPerson('reader', site)])
    await Promise.all([withApp(site, admin), withApp(site, reader)])
    const { context, page } = await open(browser, admin)
    await page.goto(`${site.address}/admin/users?query=${encodeURIComponent(reader.username)}`)
    const filter = page.getByRole('combobox', { name: 'Second factor' })
    await filter.selectOption('Not set up')
    await expect(page.getByText('No users found')).toBeVisible()
    await filter.selectOption('Set up')
    await expect(page.getByRole('row').filter({ hasText: reader.email })).toContainText('Second factor')
    await page.getByRole('button', { name: `Edit ${reader.username}` }).click()
    await expect(page.getByRole('button', { name: 'Remove second factors' })).toBeVisible()
    await expectGoodLayout(page)
    await page.getByRole('button', { name: 'Remove second factors' }).click()
    const dialog = page.getByRole('dialog', { name: 'Remove the second factors?' })
    await expect(dialog).toBeVisible()
    await expectGoodLayout(page)
    await dialog.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText(`The second factors of ${reader.username} are removed.`)).toBeVisible()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page.getByRole('row').filter({ hasText: reader.email })).not.toContainText('Second factor')
    expect((await mailTo(reader.email, 2, site.dataDir)).link).toBe(`${site.address}/profile/security`)
    await page.goto(`${site.address}/admin/log`)
    await expect(page.getByText('removed the second factors of')).toBeVisible()
    await context.close()
  })

  test('the command line removes them where no administrator can log in', async () => {
    const admin = await anAdmin(site)
    await withApp(site, admin)
    expect(await command(site, 'admin', 'reset-factors', admin.email)).toBe(
      `The second factors of ${admin.email} are removed, and its sessions have ended.`,
    )
    await apiOf(site)(login, { body: { email: admin.email, password: PASSWORD } })
    expect((await mailTo(admin.email, 1, site.dataDir)).link).toBe(`${site.address}/profile/security`)
    expect(await command(site, 'admin', 'reset-factors')).toContain('Usage: npm run quillhouse -- COMMAND')
  })
})

/** Runs a command of the site's command line, and returns what it prints. */
const command = async ({ dataDir }: Site, ...words: string[]) => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../server/commands/command-line.ts'), ...words],
    {
      env: { ...process.env, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let printed = ''
  child.stdout.on('data', (chunk) => (printed += String(chunk)))
  await once(child, 'close')
  return printed.trim()
}

/** Sets up an app in the open profile, up to the dialog with the recovery codes. */
const setUpApp = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set up an app' })
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '')
  await dialog.getByLabel('Code from the app').fill(codeOf(secret))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  return { secret, codes: await codes.allInnerTexts() }
}

/** A toast, which disappears by itself, or the navigation bar may cover what is measured. */
const untilUncovered = async (page: Page) => {
  // It stays while the pointer is on it.
  await page.mouse.move(0, 0)
  await expect(page.getByRole('status').getByRole('button', { name: 'Close' })).toHaveCount(0)
  await page.evaluate(() => window.scrollTo(0, 0))
}

/** Sets up an app through the API. */
const withApp = async (site: Site, person: Person) => {
  const api = apiOf(site, person)
  const { secret } = await api(beginTotp)
  await api(confirmTotp, { body: { code: codeOf(secret) } })
  return secret
}

/** Lets the site require a second factor of administrators. */
const requireFactors = async (site: Site, admin: Person) => {
  const api = apiOf(site, admin)
  const { data, version } = await api(getAdminSite)
  await api(updateSiteSettings, { body: { ...data, secondFactor: 'administrators', version } })
}

/** The code that an app shows, some periods of 30 seconds from now. Each is accepted once, and one period early. */
const codeOf = (secret: string, periods = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })

const SILENT = { info: () => undefined, warn: () => undefined }

const inDatabase = async ({ dataDir }: Site, statement: string) => {
  const { config, stop } = await startEmbedded({ dataDir, log: SILENT, role: 'command' })
  const database = new pg.Client(config)
  await database.connect()
  await database.query(statement)
  await database.end()
  await stop()
}

/** Gives the browser a device that creates passkeys and always recognises its user. */
const withAuthenticator = async (context: BrowserContext, page: Page) => {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
