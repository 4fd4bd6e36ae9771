import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/apps.ts'
import { getDashboardStats } from '#contract/admin.ts'
import { getSiteSettings } from '#contract/site.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { untilSomeoneWaitsForLock } from '#server/locks/testing-locks.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { aMigratedSite, storesOf } from '#server/backup/testing-backups.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { MIGRATIONS } from '#server/open-services.ts'
import { qrCode } from '#server/site/qr-code.ts'
import { openTestSite, problemFrom, type Person, type TestSite } from '#server/testing/test-site.ts'
import { openAppProcess } from './app-process.ts'
import { makeApp } from './make-app.ts'
import { makeSigningKey } from './make-signing-key.ts'
import { TEMPLATE } from './site-app.ts'
import { readApk } from './testing-read-apk.ts'

const process = openAppProcess()
let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite({ env: { PUBLIC_URL: 'https://books.example.org' } })
  admin = await site.anAdmin()
})
afterAll(async () => {
  process.close()
  await site.close()
})

const make = (template = TEMPLATE) => makeApp(site.services, process, template)
const state = async () => (await site.api(admin)(calls.getAppState)).data
const get = (url: string, headers = {}, method: 'GET' | 'HEAD' = 'GET') => site.app.inject({ url, method, headers })
const offered = async () => (await site.api()(calls.getApp)).app
const theApk = async () => {
  const { url } = (await offered()) ?? {}
  return readApk((await get(url ?? '')).rawPayload)
}
const change = (body: object) => site.api(admin)(updateSiteSettings, { body })

test('before the site has made its app it offers none', async () => {
  expect(await state()).toMatchObject({ state: 'making', app: null, key: null })
  expect(await offered()).toBeNull()
  expect((await site.api()(getSiteSettings)).appFile).toBe('')
  expect((await get('/app/version.json')).statusCode).toBe(404)
  expect((await get('/app/quillhouse.apk')).statusCode).toBe(404)
  expect((await get('/.well-known/assetlinks.json')).json()).toEqual([])
})

test('the app that the site makes is offered everywhere', async () => {
  await make()
  const app = await offered()
  expect(app).toMatchObject({ url: '/app/quillhouse.apk', versionCode: 10_005, versionName: '1.0.5' })
  expect(await state()).toMatchObject({ state: 'made', fault: null, app, key: { source: 'made' } })
  expect(await site.api()(getSiteSettings)).toMatchObject({ appFile: app?.url, appVersion: '1.0.5' })
  const { data } = await site.api(admin)(getDashboardStats)
  expect(data.waiting.claims).not.toContain('appVersion')
  expect((await get('/app/version.json')).json()).toEqual({
    versionCode: 10_005,
    versionName: '1.0.5',
    url: '/app/quillhouse.apk',
  })
  expect((await get('/download/code.svg')).payload).toBe(qrCode('https://books.example.org/app/quillhouse.apk'))
  const [link] = (await get('/.well-known/assetlinks.json')).json()
  expect(link.target).toMatchObject({ namespace: 'android_app', package_name: app?.packageId })
  expect(link.target.sha256_cert_fingerprints).toEqual([expect.stringMatching(/^(?:[\dA-F]{2}:){31}[\dA-F]{2}$/)])
  expect(link.target.sha256_cert_fingerprints[0].replaceAll(':', '').toLowerCase()).toBe(app?.certificateSha256)
})

test('the file has the type of an app, a name with its version, and is sent in parts', async () => {
  const { url = '', bytes = 0, sha256 } = (await offered()) ?? {}
  const whole = await get(url)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/vnd.android.package-archive',
    'content-disposition': 'attachment; filename="quillhouse-1.0.5.apk"',
    'content-length': String(bytes),
    etag: `"${sha256}"`,
  })
  expect(whole.rawPayload).toHaveLength(bytes)
  const part = await get(url, { range: 'bytes=2-5' })
  expect([part.statusCode, part.rawPayload.toString('latin1')]).toEqual([206, '\x03\x04\x14\x00'])
  expect((await get(url, { range: `bytes=${bytes}-` })).statusCode).toBe(416)
  expect((await get(url, { 'if-none-match': `"${sha256}"` })).statusCode).toBe(304)
  const head = await get(url, {}, 'HEAD')
  expect([head.headers['content-length'], head.rawPayload.length]).toEqual([String(bytes), 0])
  expect((await get('/app/an-earlier-name.apk')).headers.location).toBe(url)
  expect((await get('/app/another-file')).statusCode).toBe(404)
})

test('an app is not made twice of the same, and an update has the same package and certificate and a larger version', async () => {
  const before = await offered()
  await make()
  expect(await offered()).toEqual(before)
  await change({ siteName: 'مكتبة "<b>Lamp</b>"' })
  expect(await state()).toMatchObject({ state: 'making' })
  await make()
  const { packageId, certificateSha256 } = before ?? {}
  expect(await offered()).toMatchObject({ packageId, certificateSha256, versionCode: 10_006, versionName: '1.0.6' })
  expect((await theApk()).resources).toContain('مكتبة "<b>Lamp</b>"')
  await change({ siteName: 'Quillhouse' })
  await make()
})

test('a name that is too long is refused, and the app stays', async () => {
  const before = await offered()
  expect((await problemFrom(change({ siteName: 'x'.repeat(200) }))).errors).toHaveProperty('siteName')
  await make()
  expect(await offered()).toEqual(before)
})

test('with a damaged template the earlier app stays, and the administrator is told', async () => {
  const before = await offered()
  const damaged = join(site.services.settings.dataDir, 'template.apk')
  await writeFile(damaged, (await readFile(TEMPLATE)).fill(0, 300, 400))
  await make(damaged)
  expect(await offered()).toEqual(before)
  expect((await state()).fault).toBe('template')
  expect(site.logged.join('')).toContain('the app of the site could not be made')
  await make()
  expect(await state()).toMatchObject({ state: 'made', fault: null })
})

test('an icon of the site is in its app in all sizes; what is no picture is refused, and the app stays', async () => {
  const form = (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.set('image', new Blob([bytes]), 'icon.png')
    return { body }
  }
  const before = await offered()
  const refusal = await problemFrom(site.api(admin)(calls.setAppIcon, form(new TextEncoder().encode('no picture'))))
  expect([refusal.status, refusal.message]).toEqual([415, 'Please select an image'])
  await make()
  expect(await offered()).toEqual(before)
  const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer()
  const { data } = await site.api(admin)(calls.setAppIcon, form(new Uint8Array(red)))
  expect(data).toMatchObject({ state: 'making', hasIcon: true })
  await make()
  const { files } = await theApk()
  const sizes = { 'ic_launcher.png': [48, 72, 96, 144, 192], 'ic_launcher_foreground.png': [108, 162, 216, 324, 432] }
  for (const [end, sides] of Object.entries(sizes)) {
    const pictures = Object.entries(files).filter(([name]) => name.endsWith(`/${end}`))
    const found = await Promise.all(pictures.map(async ([, bytes]) => sharp(bytes).stats()))
    const widths = await Promise.all(pictures.map(async ([, bytes]) => (await sharp(bytes).metadata()).width))
    expect(widths.toSorted((a, b) => a - b)).toEqual(sides)
    for (const { dominant } of found) expect(dominant.r).toBeGreaterThan(dominant.b + 100)
  }
  expect((await site.api(admin)(calls.removeAppIcon)).data.hasIcon).toBe(false)
  await make()
})

test('of two icons that are uploaded at the same time the last one stays', async () => {
  const blue = sharp({ create: { width: 300, height: 200, channels: 3, background: '#2020c0' } })
  const body = new FormData()
  body.set('image', new Blob([new Uint8Array(await blue.png().toBuffer())]), 'icon.png')
  const uploads: Promise<unknown>[] = []
  await site.services.db.transaction().execute(async (trx) => {
    const other = { name: 'ic_launcher', density: 'mdpi', png: Buffer.from('other') }
    await trx.insertInto('appIcons').values(other).execute()
    uploads.push(site.api(admin)(calls.setAppIcon, { body }))
    await untilSomeoneWaitsForLock(site)
  })
  await Promise.all(uploads)
  const icons = await site.services.db.selectFrom('appIcons').select('png').execute()
  expect(icons.map(({ png }) => png.toString()).filter((png) => png === 'other')).toEqual([])
  await site.api(admin)(calls.removeAppIcon)
  await make()
})

test('an administrator brings a key, which signs from then on, and goes back to the key of the site', async () => {
  const made = await offered()
  const { privateKey, certificate } = await makeSigningKey(new Date())
  const pem = `${privateKey}-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
  const refusal = await problemFrom(site.api(admin)(calls.setAppKey, { body: { pem: privateKey } }))
  expect([refusal.status, refusal.errors?.['pem']]).toEqual([400, expect.stringContaining('no certificate')])
  const { data } = await site.api(admin)(calls.setAppKey, { body: { pem } })
  expect(data.key?.source).toBe('brought')
  await make()
  expect((await theApk()).certificates.third).toEqual(certificate)
  expect((await offered())?.certificateSha256).toBe(data.key?.certificateSha256)
  await site.api(admin)(calls.removeAppKey)
  await make()
  expect((await offered())?.certificateSha256).toBe(made?.certificateSha256)
  const secret = privateKey.slice(100, 160)
  expect(JSON.stringify(data)).not.toContain(secret)
  expect(site.logged.join('')).not.toContain(secret)
  expect(site.logged.join('')).not.toContain('PRIVATE KEY')
})

test('an app of the administrator or none takes the place of the one of the site', async () => {
  await change({ appFile: 'https://files.example.org/own.apk' })
  expect(await state()).toMatchObject({ state: 'ownFile' })
  expect((await site.api()(getSiteSettings)).appFile).toBe('https://files.example.org/own.apk')
  expect((await get('/app/version.json')).statusCode).toBe(404)
  await change({ appFile: '', makeApp: 'off' })
  expect(await state()).toMatchObject({ state: 'off' })
  expect((await site.api()(getSiteSettings)).appFile).toBe('')
  await change({ makeApp: 'on' })
  expect(await state()).toMatchObject({ state: 'made' })
})

test('another site has another package and key; one without an address with https makes none', async () => {
  const other = await openTestSite({ env: { PUBLIC_URL: 'https://books.example.com' } })
  const local = await openTestSite()
  try {
    await makeApp(other.services, process)
    await makeApp(local.services, process)
    const [own, others] = [await offered(), (await other.api()(calls.getApp)).app]
    expect(others?.packageId).not.toBe(own?.packageId)
    expect(others?.certificateSha256).not.toBe(own?.certificateSha256)
    expect(others?.versionCode).toBe(10_005)
    const person = await local.anAdmin()
    expect((await local.api(person)(calls.getAppState)).data).toMatchObject({
      state: 'noAddress',
      app: null,
      key: null,
    })
  } finally {
    await Promise.all([other.close(), local.close()])
  }
})

test('a restored site goes on with the app and its key', async () => {
  const before = await offered()
  const { dataDir } = site.services.settings
  await writeBackup(storesOf(site), join(dataDir, 'backup'))
  const stores = await aMigratedSite(join(dataDir, 'restored'))
  await restoreBackup(stores, join(dataDir, 'backup'), MIGRATIONS)
  const restored = await openTestSite({ database: stores.database, env: { PUBLIC_URL: 'https://books.example.org' } })
  try {
    expect((await restored.api()(calls.getApp)).app).toEqual(before)
    await restored.api(await restored.anAdmin())(updateSiteSettings, { body: { siteName: 'Restored' } })
    await makeApp(restored.services, process)
    const { app } = await restored.api()(calls.getApp)
    const { certificateSha256, packageId, versionCode = 0 } = before ?? {}
    expect(app).toMatchObject({ certificateSha256, packageId, versionCode: versionCode + 1 })
  } finally {
    await restored.close()
  }
})

test('a change of the name rebuilds the app by itself', async () => {
  await site.startJobs()
  const before = (await offered())?.versionCode ?? 0
  await change({ siteName: 'The Lamp' })
  await expect.poll(async () => (await offered())?.versionCode, { timeout: 20_000 }).toBe(before + 1)
  expect((await offered())?.url).toBe('/app/the-lamp.apk')
})
