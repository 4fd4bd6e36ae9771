import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { publishBook } from '#contract/publishing.ts'
import { updateSiteSettings } from '#contract/site-admin.ts'
import { anEpub } from '#server/formats/epub/testing-epub.ts'
import { anEpubForm } from '#server/testing/book-form.ts'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { mailTo } from '#tests/outbox.ts'
import { expectGoodLayout } from './good-layout.ts'
import { anAdmin, aPerson, apiOf, browserOf, theSite } from './people.ts'

test('an administrator turns it on, a reader confirms the address of a Kindle and has a book sent there', async ({
  browser,
}) => {
  const [admin, author, reader] = await Promise.all([anAdmin(), aPerson('author'), aPerson('reader')])
  const { book } = await apiOf(theSite(), author)(publishBook, {
    body: anEpubForm(anEpub({ chapters: { one: '<p>Dusk.</p>' } }), { title: 'By Post' }),
  })
  const [ofAdmin, ofReader] = await Promise.all([browserOf(browser, admin), browserOf(browser, reader)])
  const [settings, page] = await Promise.all([ofAdmin.newPage(), ofReader.newPage()])
  const send = page.getByRole('button', { name: 'Send to my device' })
  const address = `${randomUUID()}@kindle.example`

  await page.goto(`/books/${book._id}`)
  await expect(page.getByRole('button', { name: 'Want to read' })).toBeVisible()
  await expect(send).toBeHidden()
  await settings.goto('/admin/site/books')
  await settings.getByLabel('Yes, to an address that they have confirmed').check()
  await expect(settings.getByText('This site has no mail server (SMTP_URL)')).toBeVisible()
  await expectNoAxeFindings(settings)
  await settings.getByRole('button', { name: 'Save settings' }).click()
  await expect(settings.getByText('The settings are saved.')).toBeVisible()
  try {
    await page.reload()
    await send.click()
    await expect(page.getByText('Enter the address of your device on your profile')).toBeVisible()

    await page.goto('/profile')
    const device = page.locator('section', { has: page.getByRole('heading', { name: 'Send to my device' }) })
    await device.getByLabel('Address of your device').fill(address)
    await device.getByRole('button', { name: 'Send a code' }).click()
    await expect(device.getByText(`We are sending a code to ${address}`)).toBeVisible()
    await page.setViewportSize({ width: 320, height: 800 })
    await expectGoodLayout(page)
    await expectNoAxeFindings(page)
    const { text } = await mailTo(address, 1, theSite().dataDir)
    const code = /^Code (\d{3} \d{3})$/m.exec(text)?.[1] ?? ''
    await device.getByLabel('Code').fill(code.startsWith('1') ? '222222' : '111111')
    await device.getByRole('button', { name: 'Confirm' }).click()
    await expect(device.getByText('This code is wrong.').first()).toBeVisible()
    await device.getByLabel('Code').fill(code)
    await device.getByRole('button', { name: 'Confirm' }).click()
    await expect(device.getByText(`Books are sent to ${address}.`)).toBeVisible()

    await page.goto(`/books/${book._id}`)
    await send.click()
    await expect(page.getByText('The book is on its way to your device.')).toBeVisible()
    await expectGoodLayout(page)
    expect((await mailTo(address, 2, theSite().dataDir)).subject).toContain('“By Post”')
    await page.goto('/profile')
    await expect(device.getByRole('listitem').filter({ hasText: 'By Post' })).toContainText('Sent')
    await device.getByRole('button', { name: 'Remove the address' }).click()
    await expect(device.getByRole('button', { name: 'Send a code' })).toBeVisible()
  } finally {
    await apiOf(theSite(), admin)(updateSiteSettings, { body: { deviceMail: 'off' } })
  }
  await Promise.all([ofAdmin.close(), ofReader.close()])
})
