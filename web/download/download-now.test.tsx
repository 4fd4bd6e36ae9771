import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DEFAULT_SITE_SETTINGS } from '#contract/values/site.ts'
import { getSiteSettings } from '#contract/calls/site.ts'
import { query } from '#web/api/query.ts'
import { SiteProvider } from '#web/document/site.tsx'
import { DownloadNow, InstallSite } from './download-now.tsx'

const controlsWith = (appFile: string) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  client.setQueryData(query(getSiteSettings).queryKey, { ...DEFAULT_SITE_SETTINGS, appFile, version: '0.1.0' })
  const markup = renderToStaticMarkup(
    <SiteProvider value={{ origin: 'https://books.example.org', contact: '' }}>
      <QueryClientProvider client={client}>
        <DownloadNow />
        <InstallSite />
      </QueryClientProvider>
    </SiteProvider>,
  )
  return [...markup.matchAll(/<(a|button)\b[^]*?<\/\1>/g)].map(([control, element]) => [
    element,
    control.replaceAll(/<[^>]+>/g, ''),
  ])
}

test('beside the file of the app, devices that can’t use it install the site', () => {
  expect(controlsWith('/app/quillhouse.apk')).toEqual([
    ['a', 'Download Now (APK)'],
    ['button', 'Install Quillhouse'],
  ])
})

test('without a file the one button installs the site', () => {
  expect(controlsWith('')).toEqual([['button', 'Download Now']])
})
