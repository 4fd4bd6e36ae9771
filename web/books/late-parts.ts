import { lazy, useEffect, useState } from 'react'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { Accessibility } from './accessibility.tsx'
import type { PlacedComment } from '#web/comments/placed-comment.tsx'
import type { BookDetails } from './book-details.tsx'

interface LateParts {
  BookDetails: typeof BookDetails
  Accessibility: typeof Accessibility
  PlacedComment: typeof PlacedComment
}

let loaded: LateParts | undefined

const load = async (): Promise<LateParts> => {
  const [{ BookDetails }, { Accessibility }, { PlacedComment }] = await Promise.all([
    import('./book-details.tsx'),
    import('./accessibility.tsx'),
    import('#web/comments/placed-comment.tsx'),
  ])
  loaded = { BookDetails, Accessibility, PlacedComment }
  return loaded
}

if (import.meta.env.SSR) await load()

const LATE = {
  BookDetails: lazy(async () => ({ default: (await load()).BookDetails })),
  Accessibility: lazy(async () => ({ default: (await load()).Accessibility })),
  PlacedComment: lazy(async () => ({ default: (await load()).PlacedComment })),
}

/** Parts of a book's page that the server renders with it; React keeps them until their scripts are loaded. */
export const lateParts = () => loaded ?? LATE

/** Whether the page can show them at once, so that they do not move what stands below: always where the server has rendered it. */
export const useLateParts = (hasBook: boolean): boolean => {
  const isHydrated = useHydrated()
  const [isReady, setReady] = useState(loaded !== undefined || (hasBook && !isHydrated))
  useEffect(() => {
    const done = () => setReady(true)
    if (!isReady) load().then(done, done)
  }, [isReady])
  return isReady
}
