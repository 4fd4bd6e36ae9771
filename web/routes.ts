import { redirect } from 'react-router'
import type { RouteObject } from 'react-router'
import { FailedPage } from '#web/about/failed-page.tsx'
import { prefetch } from '#web/api/query.ts'
import { siteSettings } from '#web/document/site-settings.ts'
import { Frame } from '#web/shell/frame.tsx'
import { Root } from './root.tsx'

/** Route metadata that the frame and the server need before the page's module is loaded. */
export interface Handle {
  /** The navbar's variant: on quill blue, or not sticky. */
  bar?: 'quill' | 'static'
  /** False if the navbar has no search. */
  search?: false
  /** Excludes the page from search engines. */
  noindex?: true
  status?: 404
  /** The page has no scripts: the offline page that the service worker caches. */
  noScripts?: true
}

type Page = Pick<RouteObject, 'Component' | 'loader'>

/** `module` is the page's file, by which the server finds its assets in the manifest. */
const page = (path: string, module: string, load: () => Promise<Page>, handle: Handle = {}): RouteObject => ({
  path,
  id: `${module} ${path}`,
  lazy: async () => {
    const { Component, loader } = await load()
    return { Component, loader }
  },
  handle,
})

/** The file of a route's page, as named in the manifest. */
export const moduleOf = (routeId: string) => routeId.split(' ')[0] ?? ''

const library = () => import('#web/books/library-page.tsx')
const book = () => import('#web/books/book-page.tsx')

const MEMBERS = { noindex: true } as const
const LIBRARY = { bar: 'static', search: false } as const
const ADMINS = { ...MEMBERS, bar: 'static' } as const
const AUTH = { noindex: true, search: false } as const

export const routes: RouteObject[] = [
  {
    Component: Root,
    // With an id, so that the browser can mark its loader as run.
    id: 'root',
    loader: prefetch(() => [siteSettings()]),
    ErrorBoundary: FailedPage,
    children: [
      {
        Component: Frame,
        ErrorBoundary: FailedPage,
        children: [
          page('/', 'web/home/home-page.tsx', () => import('#web/home/home-page.tsx'), { bar: 'quill' }),
          page('/auth', 'web/accounts/auth-page.tsx', () => import('#web/accounts/auth-page.tsx'), AUTH),
          page('/auth/verify', 'web/accounts/verify-page.tsx', () => import('#web/accounts/verify-page.tsx'), AUTH),
          page('/auth/forgot', 'web/accounts/forgot-page.tsx', () => import('#web/accounts/forgot-page.tsx'), AUTH),
          page('/auth/reset', 'web/accounts/reset-page.tsx', () => import('#web/accounts/reset-page.tsx'), AUTH),
          page(
            '/auth/confirm-email',
            'web/accounts/confirm-email-page.tsx',
            () => import('#web/accounts/confirm-email-page.tsx'),
            AUTH,
          ),
          page(
            '/auth/stop-weekly',
            'web/accounts/unsubscribe-page.tsx',
            () => import('#web/accounts/unsubscribe-page.tsx'),
            AUTH,
          ),
          page('/profile', 'web/profile/profile-page.tsx', () => import('#web/profile/profile-page.tsx'), MEMBERS),
          page('/kept', 'web/offline/kept-page.tsx', () => import('#web/offline/kept-page.tsx'), MEMBERS),
          page('/library', 'web/books/library-page.tsx', library, LIBRARY),
          page('/library/:genre', 'web/books/library-page.tsx', library, LIBRARY),
          {
            path: '/book/library/:genre',
            loader: ({ params: { genre = '' }, request }) =>
              redirect(`/library/${encodeURIComponent(genre)}${new URL(request.url).search}`, 308),
          },
          page(
            '/book/:id',
            'web/books/book-page.tsx',
            async () => ({ Component: (await book()).MembersPage }),
            MEMBERS,
          ),
          page('/books/:id', 'web/books/book-page.tsx', book),
          page(
            '/books/:id/edit',
            'web/publishing/edit-page.tsx',
            () => import('#web/publishing/edit-page.tsx'),
            MEMBERS,
          ),
          page('/premium', 'web/premium/premium-page.tsx', () => import('#web/premium/premium-page.tsx')),
          page(
            '/book/premium/:id',
            'web/premium/premium-book-page.tsx',
            () => import('#web/premium/premium-book-page.tsx'),
          ),
          page('/BookComponent', 'web/showcase/showcase-page.tsx', () => import('#web/showcase/showcase-page.tsx')),
          page('/download', 'web/download/download-page.tsx', () => import('#web/download/download-page.tsx'), {
            bar: 'quill',
          }),
          page('/about', 'web/about/about-page.tsx', () => import('#web/about/about-page.tsx')),
          page('/privacy', 'web/about/privacy-page.tsx', () => import('#web/about/privacy-page.tsx')),
          page('/terms', 'web/about/terms-page.tsx', () => import('#web/about/terms-page.tsx')),
          page('/create', 'web/publishing/create-page.tsx', () => import('#web/publishing/create-page.tsx')),
          page(
            '/moderation/hidden',
            'web/moderation/hidden-page.tsx',
            () => import('#web/moderation/hidden-page.tsx'),
            ADMINS,
          ),
          page('/admin', 'web/admin/dashboard-page.tsx', () => import('#web/admin/dashboard-page.tsx'), ADMINS),
          page('/admin/users', 'web/admin/users-page.tsx', () => import('#web/admin/users-page.tsx'), ADMINS),
          page('/admin/books', 'web/admin/books-page.tsx', () => import('#web/admin/books-page.tsx'), ADMINS),
          page('/admin/books/add', 'web/admin/add-book-page.tsx', () => import('#web/admin/add-book-page.tsx'), ADMINS),
          page(
            '/admin/books/edit/:id',
            'web/admin/edit-book-page.tsx',
            () => import('#web/admin/edit-book-page.tsx'),
            ADMINS,
          ),
          page('/admin/site', 'web/admin/site-page.tsx', () => import('#web/admin/site-page.tsx'), ADMINS),
          page('/admin/log', 'web/admin/audit-log-page.tsx', () => import('#web/admin/audit-log-page.tsx'), ADMINS),
          page(
            '/moderation/reports',
            'web/report-queue/queue-page.tsx',
            () => import('#web/report-queue/queue-page.tsx'),
            ADMINS,
          ),
          page(
            '/copyright',
            'web/report-queue/copyright-page.tsx',
            () => import('#web/report-queue/copyright-page.tsx'),
          ),
          page(
            '/reports/answer',
            'web/report-queue/mailed-page.tsx',
            () => import('#web/report-queue/mailed-page.tsx'),
            MEMBERS,
          ),
          page('/transparency', 'web/report-queue/totals-page.tsx', () => import('#web/report-queue/totals-page.tsx')),
          { path: '/login', loader: ({ request }) => redirect(`/auth${new URL(request.url).search}`, 308) },
          page('*', 'web/about/not-found-page.tsx', () => import('#web/about/not-found-page.tsx'), {
            noindex: true,
            status: 404,
          }),
        ],
      },
      page('/offline', 'web/about/offline-page.tsx', () => import('#web/about/offline-page.tsx'), {
        noindex: true,
        noScripts: true,
      }),
      page('/books/:id/card', 'web/publishing/card-page.tsx', () => import('#web/publishing/card-page.tsx'), MEMBERS),
      page('/read/:id', 'web/reading/read-page.tsx', () => import('#web/reading/read-page.tsx'), MEMBERS),
    ],
  },
]
