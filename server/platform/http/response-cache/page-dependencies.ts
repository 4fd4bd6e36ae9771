import { AsyncLocalStorage } from 'node:async_hooks'

/** What a page was made from: the calls that its rendering made say so. */
class PageDependencies {
  readonly tags = new Set<string>()
  /** In milliseconds since the epoch: the earliest moment at which one of the answers changes without a write. */
  expiresAt = Infinity
  /** False once a call was made whose answers are not cached. */
  isCacheable = true
  /** Members may get other answers to its calls than visitors. */
  isForVisitors = false

  add(tags: readonly string[], expiresAt: number | undefined): void {
    for (const tag of tags) this.tags.add(tag)
    this.expiresAt = Math.min(this.expiresAt, expiresAt ?? Infinity)
  }

  /** What ends it in the response cache: a write of a tag, or the time. */
  get lifetime(): { tags: string[]; expiresAt: number } {
    return { tags: [...this.tags], expiresAt: this.expiresAt }
  }
}

const current = new AsyncLocalStorage<PageDependencies>()

/** Renders a page and collects what it depends on. */
export const collectDependencies = async <T>(
  render: () => Promise<T>,
): Promise<{ result: T; from: PageDependencies }> => {
  const from = new PageDependencies()
  return { result: await current.run(from, render), from }
}

/** The page that is being rendered, where the server asks itself. */
export const currentPage = (): PageDependencies | undefined => current.getStore()
