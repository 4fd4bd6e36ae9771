import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { hashSources, RECORDED } from '#scripts/build-app.ts'

test('the template of the app is built from its sources as they are: npm run app:build', () => {
  expect(hashSources()).toBe(readFileSync(RECORDED, 'utf8').trim())
})
