import { type Page, expect } from '@playwright/test'

/** The buttons of the reader's panels. */
export const viewButton = (page: Page) => page.getByRole('button', { name: 'View', exact: true })
export const moreButton = (page: Page) => page.getByRole('button', { name: 'More', exact: true })

/** A value of the View panel, as 'Two pages' of 'Side by side'. */
export const viewChoice = (page: Page, group: string, value: string) =>
  page.getByRole('group', { name: group, exact: true }).getByRole('radio', { name: value })

/** Opens the View panel, chooses a value and closes the panel. */
export const chooseView = async (page: Page, group: string, value: string) => {
  await viewButton(page).click()
  const choice = viewChoice(page, group, value)
  // A press may take effect later, as when the text is measured first.
  await choice.click({ force: true })
  await expect(choice).toBeChecked()
  await page.keyboard.press('Escape')
}

/** Opens the More panel and presses a button of it. */
export const pressInMore = async (page: Page, name: string) => {
  await moreButton(page).click()
  await page.getByRole('button', { name }).click()
}

/** The zoom in the View panel, as '100%'. */
export const zoomOf = async (page: Page) => {
  await viewButton(page).click()
  const percent = await page
    .getByRole('group', { name: 'Size' })
    .getByText(/^\d+%$/)
    .textContent()
  await page.keyboard.press('Escape')
  return percent ?? ''
}
