import { LRUCache } from 'lru-cache'

/** More feeds than readers ask for at one time. */
const KNOWN_FEEDS = 2000

/** When each feed became what it is, in whole seconds: an edit or a withdrawal of a book has no time of its own. */
export const createTimes = (now: () => Date) => {
  const known = new LRUCache<string, { etag: string; at: number }>({ max: KNOWN_FEEDS })
  return (self: string, etag: string): number => {
    const before = known.get(self)
    if (before?.etag === etag) return before.at
    const second = Math.floor(now().getTime() / 1000) * 1000
    // Two that differ have two times.
    const at = Math.max(second, before ? before.at + 1000 : 0)
    known.set(self, { etag, at })
    return at
  }
}
