import { StrictMode, useEffect } from 'react'
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router'
import { RouteAnnouncer } from '#web/document/route-announcer.tsx'
import { SiteProvider } from '#web/document/site.tsx'
import type { Site } from '#web/document/site.tsx'
import { setStart } from '#web/session/start.ts'
import { ToastProvider } from '#web/ui/toast.tsx'
import '#web/fonts/fonts.css'
import '#web/ui/tokens.css'
import '#web/ui/base.css'

/** The whole HTML document, the same on server and client. The server adds scripts and styles to its head. */
export const Document = ({ site, client, children }: { site: Site; client: QueryClient; children: ReactNode }) => (
  <StrictMode>
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icons/icon.svg" type="image/svg+xml" sizes="any" />
        <link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <SiteProvider value={site}>
          <QueryClientProvider client={client}>{children}</QueryClientProvider>
        </SiteProvider>
      </body>
    </html>
  </StrictMode>
)

/** Members' pages are rendered by the server without their content: from here on their errors are shown. */
const endStart = () => {
  if (document.querySelector('meta[name=robots]')) setStart('done')
}

/** The root route, around every page. */
export const Root = () => {
  useEffect(endStart, [])
  return (
    <ToastProvider>
      <Outlet />
      <RouteAnnouncer />
      <ScrollRestoration />
    </ToastProvider>
  )
}
