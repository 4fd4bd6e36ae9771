import { hash } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { expectNoAxeFindings } from '#tests/axe.ts'
import { expectGoodLayout } from './good-layout.ts'
import { aPerson, browserOf, theSite } from './people.ts'

test('a reader makes a token on the page about devices, an app uses it, and it is revoked on the profile', async ({
  browser,
}) => {
  const reader = await aPerson('reader')
  const context = await browserOf(browser, reader)
  const page = await context.newPage()
  await page.goto('/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Reading apps' }).click()
  await expect(page.getByText(`${theSite().address}/kosync`)).toBeVisible()
  await page.getByRole('button', { name: 'Make a token' }).click()
  await expect(page.getByText('Please give the token a name').first()).toBeVisible()
  await page.getByLabel('Name').fill('Kobo')
  await page.getByLabel('Name').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Your new token' })
  const token = (await dialog.locator('code').textContent()) ?? ''
  await expectNoAxeFindings(page)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.setViewportSize({ width: 320, height: 800 })
  await expectGoodLayout(page)
  await expectNoAxeFindings(page)

  const logIn = async () => {
    const headers = { 'x-auth-user': reader.email, 'x-auth-key': hash('md5', token) }
    return (await fetch(`${theSite().address}/kosync/users/auth`, { headers })).status
  }
  expect(await logIn()).toBe(200)
  await page.goto('/profile/security')
  const row = page.getByRole('listitem').filter({ hasText: 'Kobo' })
  await expect(row).toContainText('last used')
  await expectGoodLayout(page)
  await row.getByRole('button', { name: 'Revoke Kobo' }).click()
  await expect(page.getByText('You have no tokens.')).toBeVisible()
  expect(await logIn()).toBe(401)
  await context.close()
})
