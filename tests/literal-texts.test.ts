import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { API_TEXTS, literalTexts, unseen } from './literal-texts.ts'

const ANYWHERE = { screen: 'home', text: 'Explore', spec: 'walk' }

test('a text is reported if no test saw it, or only another file or on another screen', () => {
  const line = ['walk.spec.ts did not see on ‘home’: Explore']
  expect(unseen([ANYWHERE], [])).toEqual(line)
  expect(unseen([ANYWHERE], [{ ...ANYWHERE, spec: 'admin', test: 'another' }])).toEqual(line)
  expect(unseen([ANYWHERE], [{ ...ANYWHERE, screen: 'library', test: 'elsewhere' }])).toEqual(line)
  expect(unseen([ANYWHERE], [{ ...ANYWHERE, test: 'a visitor' }])).toEqual([])
})

test('each text that only the API answers is expected by the test named in the table', () => {
  for (const [text, file] of Object.entries(API_TEXTS)) {
    const lines = readFileSync(join(import.meta.dirname, '..', file), 'utf8').split('\n')
    expect(lines.some((line) => line.includes(`message: '${text}'`))).toBe(true)
  }
})

test('each text is assigned to a file that checks in the end that it was seen, once for each screen', () => {
  const texts = literalTexts()
  expect(texts.length).toBeGreaterThan(250)
  const files = new Set(texts.map(({ spec }) => spec))
  const codeOf = (spec: string) => readFileSync(join(import.meta.dirname, `journeys/${spec}.spec.ts`), 'utf8')
  expect([...files].filter((spec) => !codeOf(spec).includes(', expectAllSeen)\n'))).toEqual([])
  const keys = texts.map(({ screen, text }) => `${screen}: ${text}`)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})
