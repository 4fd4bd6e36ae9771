import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type Person, type TestSite } from '#server/testing/test-site.ts'

/** A site with two providers, which need not run for the pages. */
let site: TestSite
let admin: Person

const provider = (id: string, name: string) => ({ id, name, issuer: 'https://id.example.org', clientId: 'library' })

beforeAll(async () => {
  const providers = [provider('school', 'The school'), provider('press', 'A press')]
  site = await openTestSite({ pages: true, env: { OIDC_PROVIDERS: JSON.stringify(providers) } })
  admin = await site.anAdmin()
})
afterAll(() => site.close())

/** The HTML between navbar and footer. */
const shown = async (path: string) => {
  const { body } = await site.app.inject({ url: path })
  return /<main.*<\/main>/s.exec(body)?.[0] ?? ''
}

test('the pages of login and sign-up have a button for each provider beside the form', async () => {
  for (const path of ['/auth', '/auth?next=%2Flibrary', '/auth?sign-up=reader']) {
    const html = await shown(path)
    expect(html).toContain('Continue with The school')
    expect(html).toContain('Continue with A press')
    expect(html).toContain('name="password"')
  }
})

test('with providers only there is no form but that of the rescue administrator, and no sign-up', async () => {
  const body = { signIn: 'providers' as const, rescueAdministrator: admin.email }
  await site.api(admin)(updateSiteSettings, { body })
  for (const path of ['/auth', '/auth?sign-up=reader', '/auth?logged-out']) {
    const html = await shown(path)
    expect(html).toContain('Continue with The school')
    expect(html).not.toMatch(/<form|sign-up|\/auth\/forgot/)
    expect(html).toContain('href="/auth?password="')
  }
  expect(await shown('/auth?logged-out')).toContain('You are logged out')
  const rescue = await shown('/auth?password')
  expect(rescue).toContain('name="password"')
  expect(rescue).not.toContain('sign-up')
})
