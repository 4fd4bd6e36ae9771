import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './text.ts'

const short = (max: number) => line({ min: 0, max, missing: 'This is a text.', tooLong: `This has at most ${max} characters.` })
const address = z.string('This is an address.').check(
  z.refine((text) => text === '' || /^https:\/\/\S{1,300}$/.test(text), 'An address begins with https://'),
)

/** What an administrator can change without a release. */
export const SiteSettings = z.strictObject({
  libraryAccess: z.enum(['members', 'everyone'], 'The library is open to members or to everyone'),
  bookCount: short(40),
  appRating: short(10),
  appRatingCount: short(20),
  appVersion: short(20),
  iosDate: short(40),
  socialLink: address,
  appFile: address,
  maxBooksPerAuthor: z.int('This is a whole number.').check(z.minimum(1), z.maximum(1_000_000)),
  maxGigabytesPerAuthor: z.int('This is a whole number.').check(z.minimum(1), z.maximum(100_000)),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** The site as it comes. */
export const USUAL_SETTINGS: SiteSettings = {
  libraryAccess: 'members',
  bookCount: '10,000+',
  appRating: '4.8',
  appRatingCount: '356',
  appVersion: '1.0.5',
  iosDate: 'Q3 2025',
  socialLink: 'https://mastodon.social/',
  appFile: '',
  maxBooksPerAuthor: 500,
  maxGigabytesPerAuthor: 5,
}

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/site',
  access: 'open',
  summary: 'What the pages say of this site',
  response: SiteSettings,
})

export const updateSiteSettings = endpoint({
  method: 'PUT',
  path: '/admin/site',
  access: 'admin',
  summary: 'Change what the pages say of this site, and who may see the library',
  body: z.partial(SiteSettings),
  response: z.object({ success: z.literal(true), data: SiteSettings }),
})

export const countAppDownload = endpoint({
  method: 'POST',
  path: '/events/app-download',
  access: 'open',
  summary: 'Count a press on Download Now; nothing but the number is kept',
  status: 204,
})
