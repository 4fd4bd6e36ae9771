import { renderToString } from 'react-dom/server'
import { RouterContextProvider, StaticRouterProvider, createStaticHandler, createStaticRouter } from 'react-router'
import type { StaticHandlerContext } from 'react-router'
import type { Api } from '#contract/client.ts'
import { Problem, isProblem } from '#contract/problems.ts'
import { carry, createQueryClient } from '#web/api/query-client.ts'
import { warming } from '#web/api/query.ts'
import { headOf, styleOf, tailOf } from '#web/document/page-assets.ts'
import type { Built } from '#web/document/page-assets.ts'
import type { Site } from '#web/document/site.tsx'
import { Document } from './root.tsx'
import { moduleOf, routes } from './routes.ts'
import type { Handle } from './routes.ts'

export { INLINE_SCRIPT } from '#web/session/inline-script.ts'

export interface RenderInput {
  url: URL
  /** Calls the API as a visitor. */
  api: Api
  /** The public address of the site, without a path. */
  origin: string
  /** The address that letters to the house go to. */
  contact: string
  /** Undefined in development, where Vite serves the modules. */
  built?: Built | undefined
}

export type RenderResult =
  | { status: 200 | 404 | 503; html: string; noindex: boolean; /** What its one style element says. */ style: string }
  | { status: 301 | 302 | 307 | 308; location: string }

const handler = createStaticHandler(routes)

/** One page as a visitor sees it, or where it has moved. */
export const render = async ({ url, api, origin, contact, built }: RenderInput): Promise<RenderResult> => {
  const client = createQueryClient(withOwnProblems(api), { retries: 0 })
  const requestContext = new RouterContextProvider(new Map([[warming, client]]))
  const context = await handler.query(new Request(url), { requestContext })
  if (context instanceof Response) return movedTo(context)

  const site: Site = { origin, contact, structured: [] }
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
  const noindex = handle.noindex ?? status !== 200
  const modules = context.matches.map(({ route }) => moduleOf(route.id))
  const head = headOf({ built, modules, noindex, still: handle.still ?? false })
  const tail = tailOf({ origin, contact, carried: carry(client) }, site.structured ?? [])
  return {
    status,
    noindex,
    style: built ? styleOf(built, modules) : '',
    html: `<!doctype html>${markup.replace('</head>', () => `${head}</head>`).replace('</body>', () => `${tail}</body>`)}`,
  }
}

/** The server's failures as this bundle's: it has its own copy of the contract, and `isProblem` knows no other. */
const withOwnProblems =
  (api: Api): Api =>
  async (call, ...input) => {
    try {
      return await api(call, ...input)
    } catch (thrown) {
      const { status, type, message } = thrown as Partial<Problem>
      throw status && type ? new Problem({ status, body: { type, message: message ?? '' } }) : thrown
    }
  }

const movedTo = ({ status, headers }: Response) =>
  ({ status, location: headers.get('location') ?? '/' }) as Extract<RenderResult, { location: string }>

const handleOf = ({ matches }: StaticHandlerContext) => (matches.at(-1)?.route.handle ?? {}) as Handle

const statusOf = (client: ReturnType<typeof createQueryClient>) => {
  const errors = client
    .getQueryCache()
    .getAll()
    .flatMap(({ state }) => state.error ?? [])
  if (errors.some((error) => isProblem(error, 'not_found'))) return 404
  return errors.length > 0 ? 503 : 200
}
