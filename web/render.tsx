import { renderToString } from 'react-dom/server'
import { RouterContextProvider, StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router'
import type { StaticHandlerContext } from 'react-router'
import type { Api } from '#contract/api/client.ts'
import { ApiError, isProblem } from '#contract/api/api-error.ts'
import { FILTERS } from '#contract/shapes/filters.ts'
import { dehydrate, createQueryClient } from '#web/api/query-client.ts'
import { prefetchContext } from '#web/api/query.ts'
import { localPath, pathShown } from '#web/language/local-path.ts'
import { loadSentences } from '#web/messages/translate-sentence.ts'
import { headOf, styleOf, tailOf } from '#web/document/page-assets.ts'
import type { ClientBuild } from '#web/document/page-assets.ts'
import type { Site } from '#web/document/site.tsx'
import { Document } from './root.tsx'
import { moduleOf, routes } from './routes.ts'
import type { Handle } from './routes.ts'

export { INLINE_SCRIPT } from '#web/session/inline-script.ts'
export { BOOK_AGENT_HASH } from '#web/reading/epub/frame-document.ts'

/** The query parameters that some page is rendered by. */
const PAGE_PARAMETERS: string[] = [
  'page',
  'query',
  'exact',
  'sort',
  'status',
  'next',
  'token',
  'sign-up',
  'logged-out',
  'password',
  'invitation',
  'premium',
  'preview',
  'inside',
  'book',
  'filters',
  ...FILTERS,
]

/** The address without the parameters that no page reads: addresses with the same canonical one are the same page. */
export const canonicalUrl = (url: URL): URL => {
  const canonical = new URL(url)
  for (const name of Array.from(canonical.searchParams.keys()))
    if (!PAGE_PARAMETERS.includes(name)) canonical.searchParams.delete(name)
  return canonical
}

export interface RenderInput {
  url: URL
  /** Calls the API as a visitor. */
  api: Api
  /** The public address of the site, without a path. */
  origin: string
  /** The address to write to; empty if there is none. */
  contact: string
  /** Undefined in development, where Vite serves the modules. */
  built?: ClientBuild | undefined
  /** Whether a call was answered as it is for visitors alone; asked after all calls. */
  isForVisitors?: () => boolean
}

type RenderResult =
  | { status: 200 | 404 | 503; html: string; noindex: boolean; /** The text of its style element. */ style: string }
  | { status: 301 | 302 | 307 | 308; location: string }

const handler = createStaticHandler(routes, { basename: localPath('') || '/' })

/** Renders one page as a visitor sees it, or returns its redirect. */
export const render = async ({
  url,
  api,
  origin,
  contact,
  built,
  isForVisitors = () => false,
}: RenderInput): Promise<RenderResult> => {
  const client = createQueryClient(withBundledProblems(api), { retries: 0 })
  const requestContext = new RouterContextProvider(new Map([[prefetchContext, client]]))
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) return toRedirect(context)
  // What failed is said in the language of the page.
  if (statusOf(client) !== 200) await loadSentences()

  const site: Site = { origin, contact, structured: [], robots: [], modules: [] }
  const markup = renderToString(
    <Document site={site} client={client}>
      <StaticRouterProvider
        router={createStaticRouter(handler.dataRoutes, context)}
        context={context}
        hydrate={false}
      />
    </Document>,
  )
  const handle = handleOf(context)
  const status = handle.status ?? statusOf(client)
  const noindex = handle.noindex ?? (site.robots?.includes('noindex') || status !== 200)
  const modules = [...context.matches.map(({ route }) => moduleOf(route.id)), ...(site.modules ?? [])]
  const head = headOf({ built, modules, noindex, noScripts: handle.noScripts ?? false })
  const tail = tailOf(
    { origin, contact, carried: dehydrate(client, { isStale: isForVisitors() }) },
    site.structured ?? [],
  )
  return {
    status,
    noindex,
    style: built ? styleOf(built, modules) : '',
    // As web/document/route-announcer.tsx does later. Quotes are encoded in the path of a URL.
    html: `<!doctype html>${markup
      .replace('<html', () => `<html data-path="${pathShown(url.pathname)}"`)
      .replace('</head>', () => `${head}</head>`)
      .replace('</body>', () => `${tail}</body>`)}`,
  }
}

/** Rethrows the server's problems as instances of this bundle's `ApiError`, a separate copy of the class that `isProblem` tests for. */
const withBundledProblems =
  (api: Api): Api =>
  async (call, ...input) => {
    try {
      return await api(call, ...input)
    } catch (thrown) {
      const { status, type, message } = thrown as Partial<ApiError>
      throw status && type ? new ApiError(status, { type, message: message ?? '' }) : thrown
    }
  }

const toRedirect = ({ status, headers }: Response) =>
  ({ status, location: headers.get('location') ?? '/' }) as Extract<RenderResult, { location: string }>

const handleOf = ({ matches }: StaticHandlerContext) => (matches.at(-1)?.route.handle ?? {}) as Handle

const statusOf = (client: ReturnType<typeof createQueryClient>) => {
  const errors = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => state.error ?? [])
  if (errors.some((error) => isProblem(error, 'not_found') || isProblem(error, 'older_readers'))) return 404
  return errors.length > 0 ? 503 : 200
}
