import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { ENGLISH, languageOf } from '#contract/shapes/languages.ts'
import { ENGLISH_ALONE, textsFrom, textsIn } from '#server/platform/language/texts.ts'
import { mailTexts } from '#server/site/mail-texts.ts'
import { openTestSite, PASSWORD, problemFrom, type TestSite } from '#server/testing/test-site.ts'
import { renderMail } from '#server/platform/mail/mail-template.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
})
afterAll(() => site.close())

const SITE = { siteName: 'Fenn & Daughters', contactAddress: '' }
const languageFor = (tag: string) => languageOf(tag) ?? ENGLISH

test('an account chooses its language, and takes it back', async () => {
  const api = site.api(await site.aReader())
  const { user } = await api(settings.updateLanguage, { body: { language: 'ar' } })
  expect(user.language).toBe('ar')
  expect((await api(calls.getUserDetails)).user.language).toBe('ar')
  expect((await api(settings.updateLanguage, { body: { language: null } })).user.language).toBeNull()
})

test('what is no language is refused, and changes nothing', async () => {
  const api = site.api(await site.aReader())
  for (const language of ['', 'xx', 'DE', '../de', 'de\0', 'd'.repeat(10_000), 5, ['de']])
    expect(await problemFrom(api(settings.updateLanguage, { body: { language: language as 'de' } }))).toMatchObject({
      errors: { language: expect.stringContaining('The language is one of en, de') as string },
    })
  expect((await api(calls.getUserDetails)).user.language).toBeNull()
})

test('a registration keeps the language of its page', async () => {
  const email = 'leser@example.org'
  await site.api()(calls.register, { body: { username: 'Leser Eins', email, password: PASSWORD, language: 'de' } })
  const row = await site.services.db
    .selectFrom('users')
    .select('language')
    .where('email', '=', email)
    .executeTakeFirst()
  expect(row).toEqual({ language: 'de' })
  expect((await site.post.mailTo(email)).text).toContain('Leser Eins')
})

test('mails are in the language of the account where the site offers it, else in that of the site', async () => {
  const offered = { language: 'en', languages: 'en, de' }
  expect(await mailTexts(offered, 'ar')).toBe(ENGLISH_ALONE)
  expect(await mailTexts(offered, null)).toBe(ENGLISH_ALONE)
  expect(await mailTexts(offered, 'de')).toBe(await textsIn(languageFor('de')))
})

test('a mail in Arabic runs from right to left, and one in English says nothing of it', () => {
  const texts = textsFrom(languageFor('ar'), { 'mails.FRAME.button': 'افتح الصفحة' }, {})
  const content = { subject: 's', greeting: 'g', before: 'b', link: 'https://example.org/', after: 'a' }
  const { html } = renderMail(SITE, texts, content)
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(html).toContain('>افتح الصفحة</a>')
  expect(renderMail(SITE, ENGLISH_ALONE, content).html).toContain('<html lang="en"><meta')
})

test('what is put into a mail is isolated where it is written in the other direction, but for addresses', () => {
  const { mails } = textsFrom(
    languageFor('ar'),
    { 'mails.NOTICES.quoted': '«{title}»', 'mails.NOTICE_MAIL.allAt': 'كل الإشعارات: {link}' },
    {},
  )
  expect(mails.NOTICES.quoted({ title: '3 Men in a Boat' })).toBe('«\u20683 Men in a Boat\u2069»')
  expect(mails.NOTICES.quoted({ title: 'ليلى' })).toBe('«ليلى»')
  expect(mails.NOTICE_MAIL.allAt({ link: 'https://example.org/' })).toBe('كل الإشعارات: https://example.org/')
})

test.each(['de', 'ar'])('the mail for a new password is whole in the language of the account, %s', async (language) => {
  const reader = await site.aReader()
  await site.api(reader)(settings.updateLanguage, { body: { language } })
  await site.api()(calls.forgotPassword, { body: { email: reader.email } })
  const { mails } = await textsIn(languageFor(language))
  const mail = await site.post.mailTo(reader.email)
  expect(mail.html).toContain(`<html lang="${language}"`)
  expect(mail.text).toContain(mails.RESET.before)
  expect(mail.text).toContain(mails.RESET.after)
  expect([mails.RESET.before, mails.RESET.after]).not.toContain(ENGLISH_ALONE.mails.RESET.before)
  expect(mail.subject).not.toContain('password')
})

test('a text that is missing, damaged or has another argument is English; dates and numbers are of the language', () => {
  const { mails, catalogs, day } = textsFrom(
    languageFor('de'),
    {
      'mails.FRAME.greeting': 'Hallo {name},',
      'mails.RESET.subject': 'Neues Passwort {site}',
      'mails.SIGN_IN.subject': 'damaged {siteName',
      'mails.VERIFICATION.before': 5,
      'catalogs.LIST_CARD.books': '{count, plural, one {1 Buch} other {{count, number} Bücher}}',
    },
    {},
  )
  expect(mails.FRAME.greeting({ name: 'Anna' })).toBe('Hallo Anna,')
  expect(mails.RESET.subject(SITE)).toBe('Choose a new password for Fenn & Daughters')
  expect(mails.SIGN_IN.subject(SITE)).toBe('Confirm your log-in at Fenn & Daughters')
  expect(mails.VERIFICATION.before).toBe('Please open this page and press the button to verify your email:')
  expect([1, 1234].map((count) => catalogs.LIST_CARD.books({ count }))).toEqual(['1 Buch', '1.234 Bücher'])
  expect(day(new Date('2026-05-03T12:00:00Z'))).toBe('3. Mai 2026')
})
