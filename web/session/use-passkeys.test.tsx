// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { SiteProvider } from '#web/document/site.tsx'
import { usePasskeys } from './use-passkeys.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const areOffered = (origin = window.location.origin) => {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SiteProvider value={{ origin, contact: '' }}>{children}</SiteProvider>
  )
  return renderHook(usePasskeys, { wrapper }).result.current
}

test('passkeys are offered by a browser that has them, at the address of the site', () => {
  expect(areOffered()).toBe(false)
  vi.stubGlobal('PublicKeyCredential', class {})
  expect(areOffered()).toBe(true)
  expect(areOffered('https://books.example.org')).toBe(false)
})

test('the Android app offers none, though its window knows them', () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  vi.stubGlobal('quillhouseApp', {})
  expect(areOffered()).toBe(false)
})
