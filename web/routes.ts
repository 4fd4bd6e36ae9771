import { redirect } from 'react-router'
import type { RouteObject } from 'react-router'
import { FailedPage } from '#web/about/failed-page.tsx'
import { Frame } from '#web/shell/frame.tsx'
import { Root } from './root.tsx'

/** What the frame and the server need to know of a page before it is loaded. */
export interface Handle {
  /** The bar on top: on the field of quill blue, or one that scrolls away. */
  bar?: 'quill' | 'static'
  /** False where the bar has no search. */
  search?: false
  /** Not for search engines. */
  noindex?: true
  status?: 404
}

type Page = Pick<RouteObject, 'Component' | 'loader'>

/** `module` names the page's file once more, for the server to find its assets in the manifest. */
const page = (path: string, module: string, load: () => Promise<Page>, handle: Handle = {}): RouteObject => ({
  path,
  id: `${module} ${path}`,
  lazy: async () => {
    const { Component, loader } = await load()
    return { Component, loader }
  },
  handle,
})

/** The file of a route's page, as the manifest has it. */
export const moduleOf = (routeId: string) => routeId.split(' ')[0] ?? ''

const library = () => import('#web/books/library-page.tsx')
const book = () => import('#web/books/book-page.tsx')

const MEMBERS = { noindex: true } as const
const LIBRARY = { ...MEMBERS, bar: 'static', search: false } as const
const AUTH = { noindex: true, search: false } as const

export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: FailedPage,
    children: [
      {
        Component: Frame,
        ErrorBoundary: FailedPage,
        children: [
          page('/', 'web/home/home-page.tsx', () => import('#web/home/home-page.tsx'), { bar: 'quill' }),
          page('/auth', 'web/accounts/auth-page.tsx', () => import('#web/accounts/auth-page.tsx'), AUTH),
          page('/auth/verify', 'web/accounts/verify-page.tsx', () => import('#web/accounts/verify-page.tsx'), AUTH),
          page('/library', 'web/books/library-page.tsx', library, LIBRARY),
          page('/library/:genre', 'web/books/library-page.tsx', library, LIBRARY),
          page('/book/:id', 'web/books/book-page.tsx', async () => ({ Component: (await book()).MembersPage }), MEMBERS),
          page('/books/:id', 'web/books/book-page.tsx', book),
          page('/create', 'web/publishing/create-page.tsx', () => import('#web/publishing/create-page.tsx')),
          { path: '/login', loader: ({ request }) => redirect(`/auth${new URL(request.url).search}`, 308) },
          page('*', 'web/about/not-found-page.tsx', () => import('#web/about/not-found-page.tsx'), { noindex: true, status: 404 }),
        ],
      },
      page('/read/:id', 'web/reading/read-page.tsx', () => import('#web/reading/read-page.tsx'), MEMBERS),
    ],
  },
]
