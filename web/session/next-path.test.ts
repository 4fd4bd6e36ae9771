import { expect, test } from 'vitest'
import { pathOnSite } from '#contract/api/next-path.ts'
import { loginPath } from './next-path.ts'

test('login continues to the requested path', () => {
  expect(pathOnSite('/library/Fantasy?page=2#top')).toBe('/library/Fantasy?page=2#top')
  const { searchParams } = new URL(loginPath('/book/1?x=a&b'), 'http://here')
  expect(pathOnSite(searchParams.get('next'))).toBe('/book/1?x=a&b')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/.//evil.example',
  '/library/..//evil.example',
  '/\n/evil.example',
  'library',
  'javascript:alert(1)',
  '',
])('next never leads to another site: %j', (path) => expect(pathOnSite(path)).toBeUndefined())
