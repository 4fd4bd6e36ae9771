import { getPageReading } from '#contract/calls/text-view.ts'
import type { PackedLine } from '#contract/shapes/page-reading.ts'
import type { ContentsEntry, PageReading } from '#contract/text-view.ts'
import { api } from '#web/api/api-client.ts'
import { openKeptReading } from '#web/session/kept-files.ts'
import { storedUserId } from '#web/session/stored-account.ts'

/** About as many pages are loaded at once. */
const GROUP = 10

/**
 * The words of a book's pages and the entries of its outline that pdf.js leaves without a page: those that are kept on this
 * device with its file, or else loaded as they are needed; after a failure and for a book without them, none any more.
 */
export const loadReadings = (bookId: string, { pageCount, isKept }: { pageCount: number; isKept: boolean }) => {
  const loaded: PageReading[] = []
  const keeping = isKept ? loadKept(bookId).catch(() => []) : undefined
  const loading = new Map<number, Promise<void>>()
  let isOver = false
  const find = (page: number) => {
    const group = loaded.find(({ first, pages }) => page >= first && page < first + pages.length)
    return group?.pages[page - group.first] as PackedLine[] | undefined
  }
  const load = async (page: number) => {
    try {
      const group = await api(getPageReading, { params: { id: bookId }, query: { page } })
      if (group.pages.length > 0) loaded.push(group)
      else isOver = true
    } catch {
      isOver = true
    }
  }
  const loadOnce = (key: number, page: number) => {
    const running = loading.get(key) ?? load(page)
    loading.set(key, running)
    return running
  }
  const linesOf = async (page: number): Promise<PackedLine[] | undefined> => {
    if (keeping && loaded.length === 0) loaded.push(...(await keeping))
    const group = Math.ceil(page / GROUP)
    // Who goes on from group to group, as a search does, does not wait for the next one.
    const next = group * GROUP + 1
    if (!isOver && find(page) && loading.has(group - 1) && next <= pageCount) void loadOnce(group + 1, next)
    for (let attempt = 0; attempt < 2 && !isOver && !find(page); attempt++)
      await loadOnce(attempt === 0 ? group : -page, page)
    return find(page)
  }
  const contents = async (): Promise<ContentsEntry[]> => {
    await linesOf(1)
    return loaded.find(({ first }) => first === 1)?.contents ?? []
  }
  return { linesOf, contents }
}

const loadKept = async (bookId: string): Promise<PageReading[]> => {
  const owner = storedUserId()
  const file = owner ? await openKeptReading(owner, bookId) : undefined
  return file ? (JSON.parse(await file.text()) as PageReading[]) : []
}
