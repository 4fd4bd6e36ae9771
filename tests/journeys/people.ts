import { randomUUID } from 'node:crypto'
import { type Browser, test } from '@playwright/test'
import { login, register, verifyEmail } from '#contract/accounts.ts'
import { createApi } from '#contract/client.ts'
import { publishBook } from '#contract/publishing.ts'
import { mailTo } from '#tests/outbox.ts'
import { aPrintedPdf } from './printed-pdf.ts'

export const PASSWORD = 'lamplight-and-ink'

export interface Site {
  address: string
  dataDir: string
}

export interface Person {
  username: string
  email: string
  token: string
}

/** The site that tests/start-site.ts has opened. */
export const theSite = (): Site => ({
  address: test.info().project.use.baseURL ?? '',
  dataDir: process.env['QUILLHOUSE_DATA'] ?? '',
})

export const apiOf = ({ address }: Site, person?: Person) =>
  createApi(
    (path, init) => fetch(address + path, init),
    () => person?.token ?? null,
  )

/** Words for a sign-up that nobody has used before. */
export const newcomer = (kind: string) => {
  const mark = randomUUID().slice(0, 8)
  return { username: `${kind} ${mark}`, email: `${kind}.${mark}@example.org`.toLowerCase(), password: PASSWORD }
}

/** Somebody who has signed up, followed the mail and logged in, without a browser. */
export const aPerson = async (userType: 'reader' | 'author', site = theSite()): Promise<Person> => {
  const api = apiOf(site)
  const { username, email, password } = newcomer(userType === 'reader' ? 'Rosa' : 'Ansel')
  await api(register, { body: { username, email, password, userType } })
  const { link } = await mailTo(email, 1, site.dataDir)
  await api(verifyEmail, { body: { token: new URL(link).searchParams.get('token') ?? '' } })
  const { token } = await api(login, { body: { email, password } })
  return { username, email, token }
}

const known = new Map<string, Promise<Person>>()

/** A reader or an author of the site for whoever needs one and leaves no trace on the account. */
export const theUsual = (userType: 'reader' | 'author'): Promise<Person> => {
  const person = known.get(userType) ?? aPerson(userType)
  known.set(userType, person)
  return person
}

/** A browser of one's own, with the session of `person` in it. */
export const browserOf = (browser: Browser, person?: Person, { address } = theSite()) => {
  const localStorage = person ? [{ name: 'token', value: person.token }] : []
  return browser.newContext({ storageState: { cookies: [], origins: [{ origin: address, localStorage }] } })
}

interface Words {
  title: string
  author: string
  caption: string
  genre: string
}

/** A book that `person` publishes without a browser; its PDF says its title. */
export const aBook = async (person: Person, words: Partial<Words> = {}, site = theSite()) => {
  const said = {
    title: 'The Tidewater Clock',
    author: 'Ida Fenn',
    caption: 'It runs by the moon.',
    genre: 'Mystery',
    ...words,
  }
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...said, cover: 'series' })) form.set(name, value)
  form.set('pdfFile', new Blob([await aPrintedPdf(['The first page', 'The last page'])]), 'book.pdf')
  return (await apiOf(site, person)(publishBook, { body: form })).book
}
