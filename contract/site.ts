import * as z from 'zod/mini'
import { Email, LanguageTag } from './accounts.ts'
import { endpoint } from './api/endpoint.ts'
import { LANGUAGE_TAGS } from './shapes/languages.ts'
import { line } from './shapes/text.ts'
import { PROBLEMS } from './api/problems.ts'
import { EPUB_MAX_MEGABYTES } from './values/publishing.ts'
import { EPUB_MEGABYTES, LIBRARY_ACCESS, REGISTRATION, SITE_TEXTS } from './values/site.ts'

export * from './values/site.ts'

const short = (max: number, min = 0) =>
  line({
    min,
    max,
    missing: min > 0 ? 'Please enter a name' : 'This is a text.',
    tooLong: `This has at most ${max} characters.`,
  })

const HTTPS = /^https:\/\/[^\s"<>\\]{1,300}$/
const UPLOADED = /^\/files\/app\/[\da-f-]{36}\.apk$/
const BAD_ADDRESS = 'An address begins with https://'

const address = z.string(BAD_ADDRESS).check(z.refine((text) => text === '' || HTTPS.test(text), BAD_ADDRESS))
const appAddress = z
  .string(BAD_ADDRESS)
  .check(z.refine((text) => text === '' || HTTPS.test(text) || UPLOADED.test(text), BAD_ADDRESS))

/** A whole number from 1. */
export const whole = (max: number) =>
  z
    .int('This is a whole number.')
    .check(z.minimum(1, 'This is at least 1.'), z.maximum(max, `This is at most ${max.toLocaleString('en')}.`))

const BAD_LANGUAGES = `Name at least one of these languages, with commas between: ${LANGUAGE_TAGS.join(', ')}`

const languages = z.string(BAD_LANGUAGES).check(
  z.maxLength(200, BAD_LANGUAGES),
  z.refine((list) => {
    const tags = list.split(/[\s,]+/).filter(Boolean)
    return tags.length > 0 && tags.every((tag) => LANGUAGE_TAGS.includes(tag))
  }, BAD_LANGUAGES),
)

/** The settings that everybody may see. */
export const SiteSettings = z.strictObject({
  siteName: short(40, 1),
  contactAddress: z.union([z.literal(''), Email], 'Please enter an email address, like name@example.org'),
  libraryAccess: z.enum(LIBRARY_ACCESS, 'The library is open to members or to everyone'),
  registration: z.enum(REGISTRATION, 'Registration is open, invitation or closed'),
  bookCount: short(40),
  appRating: short(10),
  appRatingCount: short(20),
  appVersion: short(20),
  iosDate: short(40),
  socialLink: address,
  appFile: appAddress,
  maxBooksPerAuthor: whole(1_000_000),
  maxGigabytesPerAuthor: whole(100_000),
  /** The language of the pages for those who prefer none of the offered ones. */
  language: LanguageTag,
  /** The languages that the pages are offered in, with commas between. */
  languages,
  maxEpubMegabytes: whole(EPUB_MAX_MEGABYTES).check(z.minimum(EPUB_MEGABYTES, `This is at least ${EPUB_MEGABYTES}.`)),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** How people log in, where there are providers. With `only` there are no passwords but that of one administrator. */
const SignIn = z.object({
  providers: z.array(z.object({ id: z.string(), name: z.string(), letter: z.string() })),
  only: z.boolean(),
})
export type SignIn = z.infer<typeof SignIn>

export const getSiteSettings = endpoint('GET', '/site', 'open', {
  scope: 'read',
  cache: { audience: 'everyone', tags: [] },
  summary: 'The public site settings, and the version of the software',
  // The app that the site has made has an address that administrators don't set.
  response: z.extend(SiteSettings, {
    appFile: z.string(),
    version: z.string(),
    signIn: z.optional(SignIn),
    sendsToDevices: z.optional(z.literal(true)),
  }),
})

export const TextParams = z.object({ page: z.enum(SITE_TEXTS, PROBLEMS.notFound.message) })
export const TextQuery = z.object({ language: z.optional(LanguageTag) })
export const SiteText = z.object({
  text: z.string(),
  version: z.string(),
  /** What pages in the language say while it has no text of its own. Only if a language was asked for. */
  otherwise: z.optional(z.string()),
})

export const getSiteText = endpoint('GET', '/site/texts/:page', 'open', {
  failureMessage: 'Failed to load the text',
  scope: 'read',
  cache: { audience: 'everyone', tags: [] },
  summary: 'The custom text of a page in Markdown, for all languages or for one; empty if there is none',
  params: TextParams,
  query: TextQuery,
  response: SiteText,
})

export const countAppDownload = endpoint('POST', '/events/app-download', 'open', {
  rates: [{ by: 'address', max: 60, seconds: 60 }],
  summary: 'Count a click on Download Now; only the number is stored',
  status: 204,
})
