import type { Page } from '@playwright/test'

/** The fields and buttons of the upload form. */
export const uploadFormOf = (page: Page) => {
  const words = {
    title: page.getByRole('textbox', { name: 'Title' }),
    author: page.getByRole('textbox', { name: 'Author' }),
    caption: page.getByRole('textbox', { name: 'Description' }),
    genre: page.getByRole('combobox', { name: 'Genre' }),
  }
  return {
    ...words,
    pdf: page.locator('input[name=pdfFile]'),
    image: page.locator('input[name=image]'),
    upload: page.getByRole('button', { name: 'Upload', exact: true }),
    done: page.getByRole('dialog', { name: 'Your book is in the library' }),
    fill: async (values: { title: string; author: string; caption: string; genre: string }) => {
      await words.title.fill(values.title)
      await words.author.fill(values.author)
      await words.caption.fill(values.caption)
      await words.genre.selectOption(values.genre)
    },
  }
}

/** Throttles uploads, so that a file of this size takes about this many seconds. */
export const slowUploads = async (page: Page, bytes: number, seconds: number) => {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: Math.round(bytes / seconds),
  })
}
