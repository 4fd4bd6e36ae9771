import { readFileSync } from 'node:fs'
import { expect, test, type Page } from '@playwright/test'
import { aPdf } from '#tests/hostile-files.ts'
import { browserOf, sharedPerson } from './people.ts'
import { untilHydrated } from './served.ts'

const PATH = '/app/shared-file'
const script = readFileSync(new URL('../../app/assets/share.js', import.meta.url), 'utf8')

/** As the Android app does when a file was shared to it: it answers the path, and runs the script in the page. */
const share = async (page: Page, name: string, bytes: Buffer) => {
  const asked: string[] = []
  await page.route(`**${PATH}`, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'application/pdf', body: bytes })
  })
  await page.goto('/create')
  await page.evaluate(
    `${script}\nchooseSharedFile(${JSON.stringify(PATH)}, ${JSON.stringify(name)}, 'application/pdf')`,
  )
  return asked
}

test('a file that was shared to the app is chosen in the form of an author, and waits while nobody may fill it in', async ({
  browser,
  page,
}) => {
  const name = 'The "Lamp" – 灯.pdf'
  const author = await (await browserOf(browser, await sharedPerson('author'))).newPage()
  const asked = await share(author, name, aPdf())
  await expect(author.getByText(name)).toBeVisible()
  await expect(author.getByText('Choose another file')).toBeVisible()
  expect(asked).toHaveLength(1)

  const askedByVisitor = await share(page, name, aPdf())
  await untilHydrated(page)
  await expect(page.getByText('Choose a file')).toBeVisible()
  await page.goto('/library')
  expect(askedByVisitor).toEqual([])
})
