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

/** `name` is that of the page's file, by which the server finds its assets in the manifest. */
const page = (path: string, name: string, load: () => Promise<Page>, handle: Handle = {}): RouteObject => ({
  path,
  id: `${name} ${path}`,
  lazy: async () => {
    const { Component, loader } = await load()
    return { Component, loader }
  },
  handle,
})

/** The file of a route's page, as named in the manifest. */
export const moduleOf = (routeId: string) => `web/${routeId.split(' ')[0]}-page.tsx`

const library = () => import('#web/books/library-page.tsx')
const book = () => import('#web/books/book-page.tsx')
const linked = () => import('#web/accounts/linked-page.tsx')
const profile = () => import('#web/profile/profile-page.tsx')

const figures = () => import('#web/figures/figures-page.tsx')

const my = () => import('#web/my-books/my-page.tsx')

const MY = 'my-books/my'
const LINKED = 'accounts/linked'
const PROFILE = 'profile/profile'
const FIGURES = 'figures/figures'

const MEMBERS = { noindex: true } as const
const LIBRARY = { bar: 'static', search: false } as const
const ADMINS = { ...MEMBERS, bar: 'static' } as const
const AUTH = { noindex: true, search: false } as const

/** The pages between the navbar and the footer. */
const FRAMED: RouteObject[] = [
  page('/', 'home/home', () => import('#web/home/home-page.tsx'), { bar: 'quill' }),
  page('/auth', 'accounts/auth', () => import('#web/accounts/auth-page.tsx'), AUTH),
  page('/auth/verify', LINKED, async () => ({ Component: (await linked()).VerifyPage }), AUTH),
  page('/auth/forgot', 'accounts/forgot', () => import('#web/accounts/forgot-page.tsx'), AUTH),
  page('/auth/reset', LINKED, async () => ({ Component: (await linked()).ResetPage }), AUTH),
  page('/auth/confirm-email', LINKED, async () => ({ Component: (await linked()).ConfirmEmailPage }), AUTH),
  page('/login/return', LINKED, async () => ({ Component: (await linked()).ReturnPage }), AUTH),
  page('/auth/provider', LINKED, async () => ({ Component: (await linked()).ProviderPage }), AUTH),
  page('/auth/stop-weekly', LINKED, async () => ({ Component: (await linked()).UnsubscribePage }), AUTH),
  page('/auth/stop-notices', LINKED, async () => ({ Component: (await linked()).UnsubscribePage }), AUTH),
  page('/profile', PROFILE, profile, MEMBERS),
  page('/profile/security', PROFILE, async () => ({ Component: (await profile()).SecurityPage }), MEMBERS),
  page('/profile/author', PROFILE, async () => ({ Component: (await profile()).AuthorSettingsPage }), MEMBERS),
  page('/profile/comments', PROFILE, async () => ({ Component: (await profile()).CommentsPage }), MEMBERS),
  page('/profile/figures', FIGURES, figures, MEMBERS),
  page('/profile/books/:id/figures', FIGURES, figures, MEMBERS),
  page('/profile/reports', PROFILE, async () => ({ Component: (await profile()).ReportsPage }), MEMBERS),
  page('/profile/notices', PROFILE, async () => ({ Component: (await profile()).FollowsPage }), MEMBERS),
  page('/notices', PROFILE, async () => ({ Component: (await profile()).NoticesPage }), MEMBERS),
  page('/profile/data', PROFILE, async () => ({ Component: (await profile()).DataPage }), MEMBERS),
  page('/kept', 'offline/kept', () => import('#web/offline/kept-page.tsx'), MEMBERS),
  page('/my/:shelf?', MY, my, MEMBERS),
  page('/lists/:id', MY, async () => {
    const { ListOfBooks, listLoader } = await my()
    return { Component: ListOfBooks, loader: listLoader }
  }),
  page('/my/notes', 'notes/notes', () => import('#web/notes/notes-page.tsx'), MEMBERS),
  page('/my/history/:year?', PROFILE, async () => ({ Component: (await profile()).HistoryPage }), MEMBERS),
  page('/library', 'books/library', library, LIBRARY),
  page('/library/:genre', 'books/library', library, LIBRARY),
  {
    path: '/book/library/:genre',
    loader: ({ params: { genre = '' }, request }) =>
      redirect(`/library/${encodeURIComponent(genre)}${new URL(request.url).search}`, 308),
  },
  page('/book/:id', 'books/book', async () => ({ Component: (await book()).MembersPage }), MEMBERS),
  page('/books/:id', 'books/book', book),
  page('/books/:id/edit/:part?', 'publishing/edit', () => import('#web/publishing/edit-page.tsx'), MEMBERS),
  page('/books/:id/preview', 'publishing/preview', () => import('#web/publishing/preview-page.tsx'), MEMBERS),
  page('/authors/:name', 'books/author', () => import('#web/books/author-page.tsx')),
  page('/series/:id', 'books/series', () => import('#web/books/series-page.tsx')),
  page('/premium', 'premium/premium', () => import('#web/premium/premium-page.tsx')),
  page('/book/premium/:id', 'premium/premium-book', () => import('#web/premium/premium-book-page.tsx')),
  page('/BookComponent', 'showcase/showcase', () => import('#web/showcase/showcase-page.tsx')),
  page('/devices', 'download/devices', () => import('#web/download/devices-page.tsx')),
  page('/download', 'download/download', () => import('#web/download/download-page.tsx'), { bar: 'quill' }),
  page('/about', 'about/about', () => import('#web/about/about-page.tsx')),
  page('/privacy', 'about/privacy', () => import('#web/about/privacy-page.tsx')),
  page('/terms', 'about/terms', () => import('#web/about/terms-page.tsx')),
  page('/create', 'publishing/create', () => import('#web/publishing/create-page.tsx')),
  page('/moderation/hidden', 'moderation/hidden', () => import('#web/moderation/hidden-page.tsx'), ADMINS),
  page('/admin', 'admin/dashboard', () => import('#web/admin/dashboard-page.tsx'), ADMINS),
  page('/admin/users', 'admin/users', () => import('#web/admin/users-page.tsx'), ADMINS),
  page('/admin/books', 'admin/books', () => import('#web/admin/books-page.tsx'), ADMINS),
  page('/admin/books/add', 'admin/add-book', () => import('#web/admin/add-book-page.tsx'), ADMINS),
  page('/admin/books/edit/:id', 'admin/edit-book', () => import('#web/admin/edit-book-page.tsx'), ADMINS),
  page('/admin/site/:section?', 'admin/site', () => import('#web/admin/site-page.tsx'), ADMINS),
  page('/admin/import', 'admin/import', () => import('#web/admin/import-page.tsx'), ADMINS),
  page('/admin/log', 'admin/audit-log', () => import('#web/admin/audit-log-page.tsx'), ADMINS),
  page('/moderation/reports', 'report-queue/queue', () => import('#web/report-queue/queue-page.tsx'), ADMINS),
  page('/copyright', 'report-queue/copyright', () => import('#web/report-queue/copyright-page.tsx')),
  page('/reports/answer', 'report-queue/mailed', () => import('#web/report-queue/mailed-page.tsx'), MEMBERS),
  page('/transparency', 'report-queue/totals', () => import('#web/report-queue/totals-page.tsx')),
  { path: '/login', loader: ({ request }) => redirect(`/auth${new URL(request.url).search}`, 308) },
  page('*', 'about/not-found', () => import('#web/about/not-found-page.tsx'), {
    noindex: true,
    status: 404,
  }),
]

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
        children: FRAMED,
      },
      page('/offline', 'about/offline', () => import('#web/about/offline-page.tsx'), {
        noindex: true,
        noScripts: true,
      }),
      page('/books/:id/card', 'publishing/card', () => import('#web/publishing/card-page.tsx'), MEMBERS),
      page('/read/:id', 'reading/read', () => import('#web/reading/read-page.tsx'), MEMBERS),
    ],
  },
]
