import { StrictMode } from 'react'
import type { ReactNode } from 'react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { Outlet, ScrollRestoration } from 'react-router'
import { RouteAnnouncer } from '#web/document/route-announcer.tsx'
import { SiteProvider } from '#web/document/site.tsx'
import type { Site } from '#web/document/site.tsx'
import { ToastProvider } from '#web/ui/toast.tsx'
import '#web/fonts/fonts.css'
import '#web/ui/tokens.css'
import '#web/ui/base.css'
import { LANGUAGE } from '#web/messages/language.ts'

/** The whole HTML document, the same on server and client. The server adds scripts and styles to its head. */
export const Document = ({ site, client, children }: { site: Site; client: QueryClient; children: ReactNode }) => (
  <StrictMode>
    <html lang={LANGUAGE.tag} dir={LANGUAGE.direction} suppressHydrationWarning>
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

/** The root route, around every page. */
export const Root = () => (
  <ToastProvider>
    <Outlet />
    <RouteAnnouncer />
    <ScrollRestoration />
  </ToastProvider>
)
