import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Cover } from './cover.tsx'

const markupOf = (image: string) =>
  renderToStaticMarkup(<Cover book={{ image, imageColor: '#123456' }} sizes="10rem" />)

test('a browser that takes no source of a picture gets the cover as a JPEG', () => {
  const hash = '0f3c5b7a9d1e2f4a6b8c0d1e2f3a4b5c'
  for (const origin of ['', 'https://files.example.org']) {
    const markup = markupOf(`${origin}/files/cover/${hash}.webp`)
    expect(markup).toContain(` src="/opds/cover/${hash}-320.jpg"`)
    expect(markup).toContain(`${origin}/files/cover/${hash}-320.avif 320w`)
  }
  expect(markupOf('data:image/svg+xml,%3Csvg/%3E')).toContain(' src="data:image/svg+xml,%3Csvg/%3E"')
})
