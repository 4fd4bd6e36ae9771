import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { aPdf } from './hostile-files.ts'

const linkAt = (y: number, action: string) => `<< /Subtype /Link /Rect [20 ${y} 180 ${y + 40}] /A ${action} >>`

test('the reader’s library has an address for a link to the web, and none for one to a neighbouring file', async () => {
  const links = [
    '<< /S /URI /URI (https://example.org/a) >>',
    '<< /S /GoToR /F (two.pdf) /D [0 /Fit] >>',
    '<< /S /GoToR /F << /Type /Filespec /F (part/two.pdf) >> /D (chapter) /NewWindow true >>',
    '<< /S /GoToE /D [0 /Fit] /T << /R /C /N (a) >> >>',
  ]
  const pdf = aPdf({ page: `/Annots [${links.map((link, at) => linkAt(at * 50, link)).join(' ')}]` })
  const task = getDocument({ data: new Uint8Array(pdf), enableXfa: false, verbosity: 0 })
  const document = await task.promise
  const found = (await (await document.getPage(1)).getAnnotations()) as Record<string, unknown>[]
  expect(found.map(({ url, dest, action, attachment }) => [url, dest, action, attachment])).toEqual([
    ['https://example.org/a', undefined, undefined, undefined],
    ...links.slice(1).map(() => [undefined, undefined, undefined, undefined]),
  ])
  await task.destroy()
})
