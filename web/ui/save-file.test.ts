// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { saveFile } from './save-file.ts'

afterEach(() => vi.unstubAllGlobals())

test('the Android app saves what a page has made, any letters too', async () => {
  const saved = vi.fn<(name: string, type: string, base64: string) => void>()
  vi.stubGlobal('quillhouseApp', { saveFile: saved })
  saveFile({ name: '\u2068Lamps\u2069.md', type: 'text/markdown', text: 'Überall 灯' })
  await expect.poll(() => saved.mock.calls).toEqual([['Lamps.md', 'text/markdown', expect.any(String)]])
  expect(Buffer.from(saved.mock.calls[0]?.[2] ?? '', 'base64').toString()).toBe('Überall 灯')
})
