import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { AppState } from '#contract/apps.ts'
import { getAppState } from '#contract/calls/apps.ts'
import { api } from '#web/api/api-client.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { query } from '#web/api/query.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import { SiteApp } from './site-app.tsx'

const APP = {
  url: '/app/the-lamp.apk',
  packageId: 'org.example.library_1',
  versionCode: 10_006,
  versionName: '1.0.6',
  bytes: 60_000,
  sha256: 'f'.repeat(64),
  certificateSha256: 'c'.repeat(64),
}
const KEY = { source: 'made', certificateSha256: APP.certificateSha256, validTo: '2099-12-31T00:00:00.000Z' } as const

const shown = (change: Partial<AppState>) => {
  const client = createQueryClient(api, { retries: 0 })
  const data: AppState = { state: 'made', fault: null, app: APP, hasIcon: false, key: KEY, ...change }
  client.setQueryData(query(getAppState).queryKey, { success: true, data })
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <ToastProvider>
        <SiteApp />
      </ToastProvider>
    </QueryClientProvider>,
  )
}

test('the app that is made is shown with what to check it by', () => {
  const page = shown({})
  expect(page).toContain('The site has made its app')
  for (const fact of [
    'href="/app/the-lamp.apk"',
    '1.0.6 (10006)',
    '59 KB',
    APP.packageId,
    APP.sha256,
    KEY.certificateSha256,
  ])
    expect(page).toContain(fact)
  expect(page).not.toContain('Go back to')
})

test('a failure is told with its reason and what to do, and that the earlier app stays', () => {
  const damaged = shown({ state: 'failed', fault: 'template' })
  expect(damaged).toContain(
    'The template of the app, app/template.apk in the folder of the program, is missing or damaged.',
  )
  expect(damaged).toContain('The earlier app stays and is still offered.')
  expect(damaged).toContain('href="/app/the-lamp.apk"')
  expect(shown({ state: 'failed', fault: 'stopped', app: null })).not.toContain('The earlier app stays')
})

test('where the site makes no app, the page says why and shows none', () => {
  expect(shown({ state: 'noAddress', app: null, key: null })).toContain(
    'Set PUBLIC_URL to one that begins with https://',
  )
  for (const state of ['off', 'ownFile', 'noAddress'] as const) expect(shown({ state })).not.toContain(APP.url)
})

test('an icon and a key of the administrator can be taken back', () => {
  const page = shown({ hasIcon: true, key: { ...KEY, source: 'brought' } })
  expect(page).toContain('Go back to the icon of Quillhouse')
  expect(page).toContain('Go back to the key of the site')
})
