import { afterAll, beforeAll, expect, test } from 'vitest'
import * as calls from '#contract/accounts.ts'
import * as settings from '#contract/account-settings.ts'
import { updateUser } from '#contract/admin.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { openTestSite, PASSWORD, type Person, type TestSite } from '#server/testing/test-site.ts'

let site: TestSite
let admin: Person

beforeAll(async () => {
  site = await openTestSite()
  await site.startJobs()
  admin = await site.anAdmin()
})
afterAll(() => site.close())

test('mails are signed Quillhouse until an administrator names the site', async () => {
  const email = 'first@example.org'
  await site.api()(calls.register, { body: { username: 'First Reader', email, password: PASSWORD } })
  const mail = await site.post.mailTo(email)
  expect(mail.subject).toBe('Verify your email for Quillhouse')
  expect(mail.text.trimEnd()).toMatch(/\n\nQuillhouse$/)
})

test('every mail has the name and the contact address of the site in its text and its HTML', async () => {
  await site.api(admin)(updateSiteSettings, {
    body: { siteName: 'Fenn & Daughters', contactAddress: 'keeper@fenn.example' },
  })
  const email = 'second@example.org'
  await site.api()(calls.register, { body: { username: 'Second Reader', email, password: PASSWORD } })
  const reader = await site.aReader()
  await site.api()(calls.forgotPassword, { body: { email: reader.email } })
  const other = await site.aReader()
  await site.api(other)(settings.updatePassword, {
    body: { currentPassword: PASSWORD, newPassword: 'ink-and-blotting-paper' },
  })
  const moved = await site.aReader()
  await site.api(admin)(updateUser, { params: { id: moved._id }, body: { email: 'moved@example.org' } })

  const mails = await Promise.all([email, reader.email, other.email, moved.email].map((to) => site.post.mailTo(to)))
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Verify your email for Fenn & Daughters',
    'Choose a new password for Fenn & Daughters',
    'Your Fenn & Daughters password was changed',
    'The email address of your account was changed',
  ])
  for (const { text, html } of mails) {
    expect(text.trimEnd()).toMatch(/\n\nFenn & Daughters\nkeeper@fenn\.example$/)
    expect(html).toContain('Fenn &amp; Daughters<br>keeper@fenn.example')
  }
})
