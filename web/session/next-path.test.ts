import { expect, test } from 'vitest'
import { loginPath, nextPath } from './next-path.ts'

const next = (path: string) => nextPath(new URLSearchParams({ next: path }))

test('login continues to the requested path', () => {
  expect(next('/library/Fantasy?page=2#top')).toBe('/library/Fantasy?page=2#top')
  expect(nextPath(new URL(loginPath('/book/1?x=a&b'), 'http://here').searchParams)).toBe('/book/1?x=a&b')
})

test.each([
  'https://evil.example',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'library',
  'javascript:alert(1)',
  '',
])('next never leads to another site: %j', (path) => expect(next(path)).toBeUndefined())
