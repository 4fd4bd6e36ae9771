import { afterAll, expect, test } from 'vitest'
import { listAuditLog } from '#contract/admin.ts'
import * as calls from '#contract/site.ts'
import * as adminCalls from '#contract/site-admin.ts'
import { sweepApps } from '#server/app-package/own-file.ts'
import { assertRegistrationAllowed } from '#server/site/invitations.ts'
import { openTestSite, problemFrom } from '#server/testing/test-site.ts'

const site = await openTestSite()
afterAll(() => site.close())
const admin = await site.anAdmin()

const set = (body: Partial<calls.SiteSettings>) => site.api(admin)(adminCalls.updateSiteSettings, { body })

const anApk = (content = 'AndroidManifest.xml') => {
  const form = new FormData()
  form.set('appFile', new Blob(['PK\x03\x04', content]), 'quillhouse.apk')
  return form
}

const download = (url: string) => site.app.inject({ url })

test('the site offers the uploaded app under its name and version', async () => {
  await set({ siteName: 'The Lamp', appVersion: '1.0.5' })
  const { data } = await site.api(admin)(adminCalls.uploadApp, { body: anApk() })
  expect(data.appFile).toMatch(/^\/files\/app\/[\da-f-]{36}\.apk$/)
  expect((await site.api()(calls.getSiteSettings)).appFile).toBe(data.appFile)
  const file = await download(data.appFile)
  expect(file.statusCode).toBe(200)
  expect(file.headers).toMatchObject({
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': 'attachment; filename="the-lamp-1.0.5.apk"',
  })
  expect(file.body).toContain('AndroidManifest.xml')

  const second = await site.api(admin)(adminCalls.uploadApp, { body: anApk() })
  await sweepApps(site.services, new Date(Date.now() + 1000))
  expect((await download(data.appFile)).statusCode).toBe(404)
  expect((await download(second.data.appFile)).statusCode).toBe(200)
})

test('a file that is not an APK is rejected, and leaves no file behind', async () => {
  const before = await Array.fromAsync(site.services.storage.list('app'))
  const refusal = await problemFrom(site.api(admin)(adminCalls.uploadApp, { body: anApk('just a zip') }))
  expect(refusal).toMatchObject({ status: 415, message: 'Please select an APK file' })
  expect(await Array.fromAsync(site.services.storage.list('app'))).toEqual(before)
})

test.each([
  [{ appFile: 'http://example.org/app.apk' }],
  [{ appFile: '/files/app/../../etc/passwd' }],
  [{ socialLink: 'javascript:alert(1)' }],
  [{ siteName: ' ' }],
  [{ contactAddress: 'nobody' }],
  [{ maxBooksPerAuthor: 0 }],
])('the setting %j is rejected', async (body) => {
  expect(await problemFrom(set(body))).toMatchObject({
    status: 400,
    errors: { [Object.keys(body)[0] ?? '']: expect.any(String) },
  })
})

test('a page’s text is replaced, and an empty text restores the default text', async () => {
  const params = { page: 'terms' as const }
  await site.api(admin)(adminCalls.updateSiteText, { params, body: { text: '# Terms\r\n\r\nBe kind.' } })
  expect((await site.api()(calls.getSiteText, { params })).text).toBe('# Terms\n\nBe kind.')
  await site.api(admin)(adminCalls.updateSiteText, { params, body: { text: '' } })
  expect((await site.api()(calls.getSiteText, { params })).text).toBe('')
})

test('a text in one language is for its readers, and the one for all languages for the others', async () => {
  const params = { page: 'about' as const }
  const german = { params, query: { language: 'de' } }
  const write = (input: object, text: string) =>
    site.api(admin)(adminCalls.updateSiteText, { params, ...input, body: { text } })
  await write({}, '# About')
  expect(await site.api()(calls.getSiteText, german)).toMatchObject({ text: '', otherwise: '# About' })
  await write(german, '# Über uns')
  expect(await site.api()(calls.getSiteText, german)).toMatchObject({ text: '# Über uns', otherwise: '# About' })
  const forAll = await site.api()(calls.getSiteText, { params })
  expect(forAll).toEqual({ text: '# About', version: expect.any(String) })
  await write(german, '')
  expect(await site.api()(calls.getSiteText, german)).toMatchObject({ text: '', otherwise: '# About' })
  const refusal = await problemFrom(site.api()(calls.getSiteText, { params, query: { language: 'xx' } }))
  expect(refusal).toMatchObject({ status: 400 })
  await write({}, '')
})

/** Registers as the use case does: inserts an account, then checks that it is allowed. */
const register = async (invitation?: string) =>
  site.services.db.transaction().execute(async (db) => {
    const account = {
      username: `new ${crypto.randomUUID().slice(0, 8)}`,
      email: `${crypto.randomUUID()}@example.org`,
      passwordHash: 'x',
    }
    const { id } = await db.insertInto('users').values(account).returning('id').executeTakeFirstOrThrow()
    await assertRegistrationAllowed({ ...site.services, db }, { userId: id, invitation })
    return id
  })

test('while registration is closed nobody can register, even with a code', async () => {
  const { data } = await site.api(admin)(adminCalls.makeInvitation, { body: { note: 'For Perpetua' } })
  await register()
  await set({ registration: 'closed' })
  expect(await problemFrom(register(data.code))).toMatchObject({
    status: 403,
    message: 'This library takes no new accounts at the moment.',
  })
})

test('with registration by invitation a code admits one person, with or without spaces and capitals, and no second one', async () => {
  await set({ registration: 'invitation' })
  const { data } = await site.api(admin)(adminCalls.makeInvitation, { body: { note: 'For Ottoline' } })
  expect(await problemFrom(register())).toMatchObject({ status: 403, errors: { invitation: expect.any(String) } })
  expect(await problemFrom(register('AAAAAAAAAA'))).toMatchObject({ status: 403 })
  const typed = `${data.code.slice(0, 5).toLowerCase()} ${data.code.slice(5)}`
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => register(typed)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const listed = (await site.api(admin)(adminCalls.listInvitations)).data.find(({ code }) => code === data.code)
  expect(listed).toMatchObject({
    note: 'For Ottoline',
    madeBy: admin.username,
    usedBy: expect.stringContaining('new '),
    usedAt: expect.any(String),
  })
  const late = site.api(admin)(adminCalls.withdrawInvitation, { params: { code: data.code } })
  expect(await problemFrom(late)).toMatchObject({ status: 404 })
})

test('up to 100 codes are made at once, with one audit entry, and up to 1,000 are listed', async () => {
  const make = async (count: number) =>
    (await site.api(admin)(adminCalls.makeInvitation, { body: { note: 'Class 7b', count } })).codes
  const codes = [...(await make(100)), ...(await make(100))]
  expect(new Set(codes).size).toBe(200)
  const listed = (await site.api(admin)(adminCalls.listInvitations)).data.filter(({ note }) => note === 'Class 7b')
  expect(listed.map(({ code }) => code).toSorted()).toEqual(codes.toSorted())
  const { data } = await site.api(admin)(listAuditLog, { query: { limit: 2 } })
  expect(data.map(({ action, changes }) => [action, changes.find(({ field }) => field === 'count')?.after])).toEqual([
    ['make invitation', '100'],
    ['make invitation', '100'],
  ])
  for (const count of [0, 101]) expect(await problemFrom(make(count))).toMatchObject({ status: 400 })
})

test('a withdrawn code is rejected', async () => {
  const { data } = await site.api(admin)(adminCalls.makeInvitation, { body: {} })
  await site.api(admin)(adminCalls.withdrawInvitation, { params: { code: data.code } })
  expect(await problemFrom(register(data.code))).toMatchObject({ status: 403 })
})

test('the audit log has the administrator, the action and the values before and after, the latest first', async () => {
  await set({ siteName: 'The Candle' })
  await set({ siteName: 'The Lantern' })
  const { data, pagination } = await site.api(admin)(listAuditLog, { query: { limit: 1 } })
  expect(pagination.pages).toBe(pagination.total)
  expect(data).toMatchObject([
    {
      admin: admin.username,
      action: 'change site settings',
      kind: 'site',
      changes: [{ field: 'siteName', before: 'The Candle', after: 'The Lantern' }],
    },
  ])
  expect((await site.api(admin)(listAuditLog, { query: { limit: 1, page: 2 } })).data[0]?.changes).toMatchObject([
    { after: 'The Candle' },
  ])
})

test('a stored setting that a later rule rejects falls back to its default, which is logged once', async () => {
  const { db } = site.services
  const stored = { value: JSON.stringify('x'.repeat(60)), changedAt: new Date() }
  await set({ siteName: 'The Lamp' })
  await db.updateTable('siteSettings').set(stored).where('name', '=', 'siteName').execute()
  const { data } = await site.api(admin)(adminCalls.getAdminSite)
  expect(data).toMatchObject({ siteName: calls.DEFAULT_SITE_SETTINGS.siteName })
  await site.api(admin)(adminCalls.getAdminSite)
  const warnings = site.logged.filter((line) => line.includes('stored site setting is invalid'))
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('siteName')
  await set({ siteName: 'The Lamp' })
  expect((await site.api(admin)(adminCalls.getAdminSite)).data.siteName).toBe('The Lamp')
})
