import { LRUCache } from 'lru-cache'
import type { Endpoint } from '#contract/api/endpoint.ts'
import { pathPattern } from '#server/platform/http/request/path-pattern.ts'

const MAX_PATHS = 2000
/** What is served beside the calls, by the beginning of its path; the rest are pages. */
const OTHERS = ['/files/cover/', '/files/pdf/', '/files/', '/assets/', '/api/', '/healthz', '/readyz', '/metrics']

/** Finds the name of a request's call, such as `GET /books/:id`, without routing. */
export const createCallNames = (served: readonly Endpoint[]): ((method: string, path: string) => string) => {
  // Paths without parameters are found first.
  const calls = served
    .map(({ method, path }) => ({ method, name: `${method} ${path}`, match: pathPattern(path) }))
    .toSorted((a, b) => Number(a.name.includes(':')) - Number(b.name.includes(':')))
  const known = new LRUCache<string, string>({ max: MAX_PATHS })

  return (method, path) => {
    if (!path.startsWith('/api/')) return OTHERS.find((start) => path.startsWith(start)) ?? 'page'
    const key = `${method} ${path}`
    const name =
      known.get(key) ??
      calls.find((call) => (call.method === method || method === 'HEAD') && call.match.test(path))?.name ??
      '/api/'
    known.set(key, name)
    return name
  }
}
