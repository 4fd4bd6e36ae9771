import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page, test } from '@playwright/test'
import pg from 'pg'
import { getAdminSite, updateSiteSettings } from '#contract/site-admin.ts'
import { CLIENT_ID, CLIENT_SECRET, startRealProvider } from '#server/accounts/single-sign-on/testing-provider.ts'
import { startEmbedded } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { freePort } from '#tests/free-port.ts'
import { type SpawnedServer, spawnServer } from '#tests/run-server.ts'
import { expectGoodLayout } from './good-layout.ts'
import { anAdmin, aPerson, apiOf, browserOf, PASSWORD, type Person, type Site } from './people.ts'
import { collectPageErrors } from './watched-page.ts'

const HOST = '127.0.0.1'

test.describe('log-in at a provider', () => {
  test.describe.configure({ mode: 'serial' })

  let server: SpawnedServer
  let site: Site
  let school: Awaited<ReturnType<typeof startRealProvider>>
  let press: Awaited<ReturnType<typeof startRealProvider>>
  const pageErrors: string[] = []

  test.beforeAll(async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'quillhouse-sign-on-'))
    const port = await freePort()
    const address = `http://${HOST}:${port}`
    site = { address, dataDir }
    ;[school, press] = await Promise.all([startRealProvider(address, 'school'), startRealProvider(address, 'press')])
    const provider = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, issuer: school.issuer, logsOutThere: true }
    server = spawnServer({
      PORT: String(port),
      PUBLIC_URL: address,
      DATA_DIR: dataDir,
      RATE_LIMITS: 'off',
      OIDC_NETWORKS: HOST,
      OIDC_PROVIDERS: JSON.stringify([{ id: 'school', name: 'The school', ...provider }]),
    })
    await server.opened()
  })
  // The provider's own pages load a font from elsewhere.
  test.afterEach(() => expect(pageErrors.splice(0).filter((one) => one.startsWith(site.address))).toEqual([]))
  test.afterAll(async () => {
    await server.stop()
    await Promise.all([school.close(), press.close()])
    await rm(site.dataDir, { recursive: true, force: true })
  })

  const open = async (browser: Browser, person?: Person) => {
    const context = await browserOf(browser, person, site)
    await collectPageErrors(context, pageErrors)
    const page = await context.newPage()
    return { context, page, visit: (path: string) => page.goto(site.address + path) }
  }
  const tokenIn = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
  const pathOf = (page: Page) => page.url().slice(site.address.length)

  test('somebody of the school becomes an author, logs out here and there, and comes back', async ({ browser }) => {
    const { context, page, visit } = await open(browser)
    school.logInAs({ sub: 'mina', email: 'mina@school.example', email_verified: true, preferred_username: 'Mina Reed' })
    await visit('/auth?next=%2Fdevices')
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled()
    await expectGoodLayout(page)
    const goOn = page.getByRole('button', { name: 'Continue with The school' })
    await goOn.focus()
    await page.keyboard.press('Enter')

    await expect(page.getByRole('heading', { name: 'Your library card' })).toBeFocused()
    expect(pathOf(page)).toBe('/login/return')
    await expect(page.getByLabel('Full name')).toHaveValue('Mina Reed')
    await expectGoodLayout(page)
    await page.getByLabel('Full name').press('Enter')
    await expect(page.getByText('Please choose whether you are a reader or an author').first()).toBeVisible()
    await page.getByLabel('An author').press('Space')
    await page.getByLabel('An author').press('Enter')
    await expect(page).toHaveURL(`${site.address}/devices`)
    expect(await tokenIn(page)).not.toBeNull()

    await page.getByRole('button', { name: 'Profile: Mina Reed' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await page.getByRole('button', { name: /sign me out/i }).click()
    await expect(page).toHaveURL(`${site.address}/auth?logged-out`)
    await expect(page.getByRole('heading', { name: 'You are logged out' })).toBeVisible()
    expect(await tokenIn(page)).toBeNull()

    await goOn.click()
    await expect(page).toHaveURL(`${site.address}/`)
    await expect(page.getByRole('button', { name: 'Profile: Mina Reed' })).toBeVisible()
    await visit('/profile')
    await expect(page.getByRole('button', { name: 'Send me a link to set one' })).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveCount(0)
    await visit('/login/return')
    await expect(page.getByRole('heading', { name: 'This did not work' })).toBeFocused()
    await expectGoodLayout(page)
    await context.close()
  })

  test('an administrator adds a provider, and a reader links it, confirms with it and unlinks it', async ({
    browser,
  }) => {
    const admin = await open(browser, await anAdmin(site))
    await admin.visit('/admin/site/providers')
    const providers = admin.page.getByRole('region', { name: 'Accounts elsewhere' })
    const row = (name: string) => providers.getByRole('listitem').filter({ hasText: name })
    await expect(row('The school').getByText('Set in the environment of the server')).toBeVisible()
    await expect(row('The school').getByRole('button', { name: 'Change The school' })).toHaveCount(0)
    await providers.getByRole('button', { name: 'Add a provider' }).click()
    const form = admin.page.getByRole('dialog', { name: 'Add a provider' })
    await form.getByLabel('Name', { exact: true }).fill('A press')
    await form.getByLabel('Short name').fill('press')
    await form.getByLabel('Issuer').fill(`${press.issuer}/nowhere`)
    await form.getByLabel('Client ID').fill(CLIENT_ID)
    await form.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET)
    await form.getByText('Who may log in, and as what').click()
    await form.getByRole('button', { name: 'Add a group' }).click()
    await form.getByLabel('Group 1', { exact: true }).fill('editors')
    await form.getByText('More settings').click()
    await expectGoodLayout(admin.page)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await providers.getByRole('button', { name: 'Test A press' }).click()
    await expect(row('A press').getByRole('alert')).toBeVisible()
    await providers.getByRole('button', { name: 'Change A press' }).click()
    const change = admin.page.getByRole('dialog', { name: 'Change A press' })
    await expect(change.getByLabel('Client secret', { exact: true })).toHaveValue('')
    await change.getByLabel('Issuer').fill(press.issuer)
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(change.getByText('The stored one is not sent to another issuer.').first()).toBeVisible()
    await change.getByLabel('Client secret', { exact: true }).fill(CLIENT_SECRET)
    await change.getByRole('button', { name: 'Save' }).click()
    await expect(change).toBeHidden()
    await providers.getByRole('button', { name: 'Test A press' }).click()
    await expect(row('A press').getByRole('alert')).toHaveCount(0)
    await expectGoodLayout(admin.page)

    const reader = await aPerson('reader', site)
    school.logInAs({ sub: 'rosa', email: reader.email, email_verified: true })
    press.logInAs({ sub: 'rosa at the press' })
    const { context, page, visit } = await open(browser)
    await visit('/auth')
    await page.getByRole('button', { name: 'Continue with The school' }).click()
    await expect(page.getByRole('heading', { name: 'You have an account here' })).toBeFocused()
    await expectGoodLayout(page)
    await page.getByLabel('Password of this library').fill('a wrong guess')
    await page.getByLabel('Password of this library').press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Wrong email or password' })).toBeVisible()
    await page.getByLabel('Password of this library').fill(PASSWORD)
    await page.getByLabel('Password of this library').press('Enter')
    await expect(page).toHaveURL(`${site.address}/`)

    await visit('/profile/security')
    await page.getByRole('button', { name: 'Link A press' }).click()
    const is = page.getByRole('dialog', { name: 'Is it you?' })
    const linked = page.getByText('You can log in with A press from now on.')
    await is.getByLabel('Your password').or(linked).first().waitFor()
    if (await is.isVisible()) {
      await is.getByLabel('Your password').fill(PASSWORD)
      await is.getByLabel('Your password').press('Enter')
    }
    await expect(linked).toBeVisible()
    await expectGoodLayout(page)

    await inDatabase("update sessions set confirmed_at = confirmed_at - interval '1 day'")
    const unlink = async (name: string) => {
      await page.getByRole('button', { name: `Unlink ${name}` }).click()
      await page
        .getByRole('dialog', { name: `Unlink ${name}?` })
        .getByRole('button', { name: 'Unlink' })
        .click()
    }
    await unlink('A press')
    await expect(is.getByRole('button', { name: 'Confirm with The school' })).toBeVisible()
    await expectGoodLayout(page)
    await is.getByRole('button', { name: 'Confirm with The school' }).click()
    await expect(page.getByText('Please press the button once more.')).toBeVisible()
    await expect(page).toHaveURL(`${site.address}/profile/security`)
    await unlink('A press')
    await expect(page.getByText('A press is unlinked.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Link A press' })).toBeVisible()

    await providers.getByRole('button', { name: 'Remove A press' }).click()
    await admin.page.getByRole('dialog', { name: 'Remove A press?' }).getByRole('button', { name: 'Remove' }).click()
    // The administrator has linked nothing, and is asked for the password.
    const isAdmin = admin.page.getByRole('dialog', { name: 'Is it you?' })
    await expect(isAdmin.getByRole('button', { name: /Confirm with/ })).toHaveCount(0)
    await isAdmin.getByLabel('Your password').fill(PASSWORD)
    await isAdmin.getByLabel('Your password').press('Enter')
    await expect(row('A press')).toHaveCount(0)
    await Promise.all([context.close(), admin.context.close()])
  })

  test('with the school alone people are led there, and the rescue administrator has a password', async ({
    browser,
  }) => {
    const admin = await anAdmin(site)
    const api = apiOf(site, admin)
    const { version } = await api(getAdminSite)
    await api(updateSiteSettings, { body: { version, signIn: 'providers', rescueAdministrator: admin.email } })
    school.logInAs(undefined)
    const { context, page, visit } = await open(browser)
    await visit('/library')
    await expect(page.getByRole('heading', { name: 'This did not work' })).toBeFocused()
    await page.getByRole('link', { name: 'Back to login' }).click()
    await expect(page.getByRole('button', { name: 'Continue with The school' })).toBeEnabled()
    await expect(page.getByLabel('Email')).toHaveCount(0)
    await expectGoodLayout(page)
    await page.getByRole('link', { name: 'Log in with a password' }).click()
    await page.getByLabel('Email').fill(admin.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await expectGoodLayout(page)
    await page.getByRole('button', { name: 'Login', exact: true }).click()
    await expect(page).toHaveURL(`${site.address}/library`)

    school.logInAs({ sub: 'mina', email: 'mina@school.example', email_verified: true })
    const other = await open(browser)
    await other.visit('/library')
    await expect(other.page).toHaveURL(`${site.address}/library`)
    await expect(other.page.getByRole('button', { name: 'Profile: Mina Reed' })).toBeVisible()
    await Promise.all([context.close(), other.context.close()])
  })

  const inDatabase = async (statement: string) => {
    const log = { info: () => undefined, warn: () => undefined }
    const { config, stop } = await startEmbedded({ dataDir: site.dataDir, log, role: 'command' })
    const database = new pg.Client(config)
    await database.connect()
    await database.query(statement)
    await database.end()
    await stop()
  }
})
