import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgotPassword } from '#contract/accounts.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, type TestSite } from '#server/testing/test-site.ts'
import { qrCode } from './qr-code.ts'

let site: TestSite
let port: number

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  await site.app.listen({ port: 0, host: '0.0.0.0' })
  port = (site.app.server.address() as AddressInfo).port
})
afterAll(() => site.close())

/** Headers by which a client could name another address. */
const FORGED = {
  host: 'evil.example',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'https',
  forwarded: 'host=evil.example;proto=https',
}

const codeAt = async (address: string) => {
  const { request } = await import('node:http')
  return new Promise<string>((resolve, reject) => {
    const asked = request(
      `http://${address}:${port}/download/code.svg`,
      { headers: FORGED, agent: false },
      (answer) => {
        let svg = ''
        answer.setEncoding('utf8').on('data', (part) => (svg += part))
        answer.on('end', () => resolve(svg))
      },
    )
    asked.on('error', reject).end()
  })
}

const linkInMail = async () => {
  const { email } = await site.aReader()
  await site.api()(forgotPassword, { body: { email } })
  return new URL((await site.post.mailTo(email)).link).origin
}

test('without PUBLIC_URL the code and the mails have the port of the socket, and nothing of a header', async () => {
  expect(await codeAt('127.0.0.1')).toBe(qrCode(`http://localhost:${port}/download`))
  expect(await linkInMail()).toBe(`http://localhost:${port}`)
})

const lan = Object.values(networkInterfaces())
  .flat()
  .find((address) => address?.family === 'IPv4' && !address.internal)?.address

test.skipIf(!lan)('they have the address at which another device reached the site', async () => {
  expect(await codeAt(lan ?? '')).toBe(qrCode(`http://${lan}:${port}/download`))
  expect(await linkInMail()).toBe(`http://${lan}:${port}`)
  expect(await codeAt('127.0.0.1')).toBe(qrCode(`http://${lan}:${port}/download`))
})

test('PUBLIC_URL is used wherever a connection arrives', async () => {
  const named = await openTestSite({ env: { PUBLIC_URL: 'https://books.example.org' } })
  await named.app.listen({ port: 0, host: '127.0.0.1' })
  expect((await named.app.inject({ url: '/download/code.svg', headers: FORGED })).body).toBe(
    qrCode('https://books.example.org/download'),
  )
  const appFile = `/files/app/${crypto.randomUUID()}.apk`
  await named.api(await named.anAdmin())(updateSiteSettings, { body: { appFile } })
  expect((await named.app.inject({ url: '/download/code.svg' })).body).toBe(
    qrCode(`https://books.example.org${appFile}`),
  )
  await named.close()
})
